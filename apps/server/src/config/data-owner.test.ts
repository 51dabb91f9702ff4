import {
  chmod,
  chown,
  cp,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newServerSecret, parseServerSecrets, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Program, sayProgram } from '../../../../dev/world/run-program.ts'
import { writeHighWaterMark } from '../db/marks/high-water-mark.ts'

const isRoot = process.getuid?.() === 0
/** Of a service: it has no name here. */
const owner = 64_123

let folder: string
let dataDir: string
let settings: Record<string, string>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'envhold-owner-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await chmod(folder, 0o755)
  dataDir = await mkdtemp(join(folder, 'data-'))
  if (isRoot) await chown(dataDir, owner, owner)
  const secretFile = join(folder, 'server-secret')
  await writeFile(secretFile, `${newServerSecret(2)},${newServerSecret(1)}`, { mode: 0o600 })
  settings = { DATA_DIR: dataDir, SERVER_SECRET_FILE: secretFile }
})

const run = (program: Program, ...args: string[]) => sayProgram(program, settings, args)

async function usersOfData(): Promise<number[]> {
  const names = await readdir(dataDir, { recursive: true })
  const users = await Promise.all(names.map(async (name) => (await stat(join(dataDir, name))).uid))
  return [...new Set(users)]
}

test.runIf(isRoot)('what root does among the data of a service belongs to the service', async () => {
  expect(await run('migrate')).toMatchObject({ code: 0 })
  const made = await run('backup', 'create')
  expect(made).toMatchObject({ code: 0 })
  expect(await run('restore', made.said.split(' ')[0] ?? '')).toMatchObject({ code: 0 })
  expect(await run('secret', 'rotate')).toMatchObject({ code: 0 })
  expect(await run('backup', 'revocations', '--accept-restored')).toMatchObject({ code: 0 })
  expect(await readdir(dataDir)).toEqual(
    expect.arrayContaining(['backups', 'high-water-mark.json', expect.stringMatching(/^before-restore-/)]),
  )
  expect(await usersOfData()).toEqual([owner])
})

test.runIf(isRoot)('a database of root stays with root, as in a container', async () => {
  await chown(dataDir, 0, 0)
  expect(await run('migrate')).toMatchObject({ code: 0 })
  await chown(dataDir, owner, owner)
  expect(await run('backup', 'create')).toMatchObject({ code: 0 })
  expect(await usersOfData()).toEqual([0])
})

test.runIf(isRoot)('a link to a file of root does not keep root', async () => {
  await run('migrate')
  const database = join(dataDir, 'envhold.db')
  const elsewhere = join(folder, 'of-root.db')
  await rename(database, elsewhere)
  await chown(elsewhere, 0, 0)
  await symlink(elsewhere, database)
  for (const user of [0, owner]) {
    await lchown(database, user, user)
    expect(await run('migrate')).toMatchObject({
      code: 78,
      said: expect.stringContaining('cannot be read and written by this user'),
    })
  }
})

test('a draft is written in the place of a link, and not to where it leads', async () => {
  const secrets = serverSecrets(parseServerSecrets(newServerSecret()))
  const mark = join(dataDir, 'high-water-mark.json')
  const outside = join(folder, 'of-the-system')
  await writeFile(outside, 'as it was')
  await symlink(outside, `${mark}.${process.pid}`)
  const head = { sequence: 0, mac: '' }
  await writeHighWaterMark(dataDir, secrets, { instanceId: 'one', activity: head, root: head, usage: null })
  expect(await readFile(outside, 'utf8')).toBe('as it was')
  expect((await lstat(mark)).isFile()).toBe(true)
})

test.runIf(isRoot)('a file that the service may not use is named', async () => {
  expect(await run('migrate')).toMatchObject({ code: 0 })
  await run('backup', 'revocations', '--accept-restored')
  const mark = join(dataDir, 'high-water-mark.json')
  await chown(mark, 0, 0)
  expect(await run('migrate')).toEqual({
    code: 78,
    said: `${mark} cannot be read and written by this user. Give the data folder with all its files to the user of the server: chown -R USER ${dataDir}\n`,
  })
  await chown(mark, owner, owner)
  const backups = join(dataDir, 'backups')
  await mkdir(backups, { mode: 0o700 })
  const { code, said } = await run('backup', 'create')
  expect(code).toBe(1)
  expect(said).toContain(`failed: The server's user may not read and write ${backups}/envhold-`)
})

test.runIf(isRoot)('a backup that only root can read is named', async () => {
  expect(await run('migrate')).toMatchObject({ code: 0 })
  const [file = ''] = (await run('backup', 'create')).said.split(' ')
  const elsewhere = join(folder, 'elsewhere')
  await cp(join(dataDir, 'backups'), elsewhere, { recursive: true })
  const forbids = async (path: string) =>
    expect(await run('restore', join(elsewhere, file))).toEqual({
      code: 1,
      said: `${path} cannot be read or written by the user with the id ${owner} (EACCES).\n`,
    })
  await forbids(join(elsewhere, file))
  await chmod(elsewhere, 0o755)
  await chown(join(elsewhere, `${file}.json`), 0, 0)
  await forbids(join(elsewhere, `${file}.json`))
})
