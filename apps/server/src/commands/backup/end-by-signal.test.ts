import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { newServerSecret } from '@envhold/integrity/server-secret.ts'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inheritedEnvironment } from '../../../../../dev/world/inherited-environment.ts'
import { runProgram, sayProgram, serverFile } from '../../../../../dev/world/run-program.ts'
import { startS3 } from '../../../../../dev/world/s3-for-tests.ts'
import { lockDataDir } from '../../db/sqlite/data-files.ts'

let dataDir: string
let settings: Readonly<Record<string, string>>
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'envhold-signal-'))
  settings = { DATA_DIR: dataDir, SERVER_SECRET: newServerSecret(1) }
  expect(await runProgram('migrate', settings)).toMatchObject({ code: 0 })
})
afterAll(() => rm(dataDir, { recursive: true }))

const start = (...words: string[]): ChildProcess =>
  spawn(process.execPath, [serverFile, ...words], {
    env: { ...inheritedEnvironment, ...settings },
    stdio: 'ignore',
  })
const whenEnded = async (child: ChildProcess) => (await once(child, 'exit'))[0] as number | null

const files = () => readdir(join(dataDir, 'backups')).catch(() => [])
const drafts = async () => (await files()).filter((file) => file.includes('.part'))

/** Two backups of one second would have one name. */
const waitForName = () => wait(1_000)

async function createBackup() {
  await waitForName()
  return await sayProgram('backup', settings, ['create'])
}

async function startBackup(): Promise<ChildProcess> {
  await waitForName()
  const child = start('backup', 'create')
  await expect.poll(drafts, { timeout: 60_000, interval: 2 }).not.toEqual([])
  return child
}

test('a signal that ends a backup removes what it has written, and the next one can begin', async () => {
  const child = await startBackup()
  const ended = whenEnded(child)
  child.kill('SIGINT')
  expect(await ended).toBe(130)
  expect(await files()).toEqual([])
  expect(await createBackup()).toMatchObject({ code: 0 })
})

test('what a killed backup has written is removed by the next one', async () => {
  const child = await startBackup()
  const ended = whenEnded(child)
  child.kill('SIGKILL')
  await ended
  expect(await drafts()).not.toEqual([])
  // As after the minute in which the process could be alive.
  const database = new DatabaseSync(join(dataDir, 'envhold.db'))
  database.exec('update leases set until = 0')
  database.close()
  expect(await createBackup()).toMatchObject({ code: 0 })
  expect(await drafts()).toEqual([])
})

test('a signal that ends a restore removes what was decrypted, and what a killed one has left', async () => {
  const s3 = await startS3()
  const identity = await generateX25519Identity()
  await writeFile(join(dataDir, 'key.txt'), identity)
  settings = { ...settings, ...s3.settings, BACKUP_RECIPIENT: await identityToRecipient(identity) }
  expect(await createBackup()).toMatchObject({ code: 0 })
  const place = s3.settings.BACKUP_TO ?? ''
  const [killed, living] = [join(dataDir, 'received-killed'), join(dataDir, 'received-living')]
  for (const folder of [killed, living]) await mkdir(folder)
  const unlock = lockDataDir(living)
  const restoring = start('restore', place, '--identity', join(dataDir, 'key.txt'))
  const ended = whenEnded(restoring)
  s3.fault = (line) => {
    if (!/^GET .*\.age/.test(line)) return undefined
    restoring.kill('SIGTERM')
    return 'cut'
  }
  try {
    expect(await ended).toBe(143)
    expect((await readdir(dataDir)).filter((name) => name.startsWith('received-'))).toEqual([
      'received-living',
    ])
  } finally {
    unlock()
    await s3.close()
  }
})
