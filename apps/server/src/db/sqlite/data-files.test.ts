import { chmod, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newServerSecret, parseServerSecrets, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '../connect.ts'
import { migrate } from '../migrate.ts'
import { restrictFiles } from './data-files.ts'

const names = ['envhold.db', 'envhold.db-wal', 'envhold.db-shm', 'held.lock']
const secrets = serverSecrets(parseServerSecrets(newServerSecret()))

let dataDir: string
let umask: number
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'envhold-modes-'))
  await chmod(dataDir, 0o777)
  umask = process.umask(0)
})
afterEach(async () => {
  process.umask(umask)
  await rm(dataDir, { recursive: true })
})

const modes = () => Promise.all(names.map(async (name) => (await stat(join(dataDir, name))).mode & 0o777))

/** Opens the database as a start does, and returns the modes of its files while it is open. */
async function modesWhileOpen() {
  const closed = restrictFiles(dataDir)
  const database = connect({ databaseUrl: undefined, dataDir })
  await migrate(database, secrets)
  const fileModes = await modes()
  await database.close()
  return { closed, found: fileModes }
}

test('only the owner can read the files, in an open folder and without a umask', async () => {
  expect(await modesWhileOpen()).toEqual({ closed: [], found: [0o600, 0o600, 0o600, 0o600] })
})

test.runIf(process.getuid?.() === 0)('root changes no file that a link leads to', async () => {
  await modesWhileOpen()
  const outside = join(dataDir, 'of-the-system')
  await writeFile(outside, '')
  await chmod(outside, 0o644)
  await rm(join(dataDir, 'held.lock'))
  await symlink(outside, join(dataDir, 'held.lock'))
  expect(restrictFiles(dataDir)).toEqual([])
  expect((await stat(outside)).mode & 0o777).toBe(0o644)
})

test('restricts files that an earlier version left readable, and names them', async () => {
  await modesWhileOpen()
  await chmod(join(dataDir, 'envhold.db'), 0o644)
  await chmod(join(dataDir, 'held.lock'), 0o644)
  expect(await modesWhileOpen()).toEqual({
    closed: ['envhold.db', 'held.lock'],
    found: [0o600, 0o600, 0o600, 0o600],
  })
})
