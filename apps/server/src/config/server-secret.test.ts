import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newServerSecret } from '@envhold/integrity/server-secret.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError } from './config.ts'
import { makeDataDir } from './data-dir.ts'
import { Secret } from './secrets.ts'
import { loadOrCreateServerSecrets, loadServerSecrets } from './server-secret.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'envhold-secret-'))
})
afterEach(() => rm(folder, { recursive: true }))

const modeOf = async (path: string) => (await stat(path)).mode & 0o777
const load = (dataDir: string, serverSecret?: string) =>
  loadOrCreateServerSecrets({ dataDir, serverSecret: serverSecret ? new Secret(serverSecret) : undefined })

test('creates the data folder for its owner only', async () => {
  const dataDir = join(folder, 'a', 'b')
  makeDataDir(dataDir)
  makeDataDir(dataDir)
  expect(await modeOf(dataDir)).toBe(0o700)
})

test('a data folder that others could enter is closed to them', async () => {
  const dataDir = join(folder, 'open')
  await mkdir(dataDir)
  for (const mode of [0o777, 0o750, 0o700]) {
    await chmod(dataDir, mode)
    makeDataDir(dataDir)
    expect(await modeOf(dataDir)).toBe(0o700)
  }
})

test('says which folder cannot be created', async () => {
  await writeFile(join(folder, 'file'), '')
  expect(() => makeDataDir(join(folder, 'file', 'data'))).toThrow(/^DATA_DIR cannot be created at .*ENOTDIR/)
})

test('creates a secret once, for its owner only, and leaves nothing beside it', async () => {
  const first = load(folder)
  expect(load(folder).fingerprint).toBe(first.fingerprint)
  expect(await modeOf(join(folder, 'server-secret'))).toBe(0o600)
  expect(await readdir(folder)).toEqual(['server-secret'])
})

test('prefers the secret of the settings, and writes none', async () => {
  load(folder, newServerSecret())
  expect(await readdir(folder)).toEqual([])
})

test('rejects a file that others can read', async () => {
  load(folder)
  await chmod(join(folder, 'server-secret'), 0o640)
  expect(() => load(folder)).toThrow(/server-secret is readable by other users: run chmod 600/)
})

test('rejects a file without a secret, without showing its content', async () => {
  load(folder)
  const damaged = (await readFile(join(folder, 'server-secret'), 'utf8')).slice(0, -3)
  await writeFile(join(folder, 'server-secret'), damaged)
  expect(() => load(folder)).toThrow(ConfigError)
  expect(() => load(folder)).not.toThrow(damaged)
})

test('creates no new secret beside a database that has another one', async () => {
  await writeFile(join(folder, 'envhold.db'), '')
  expect(() => load(folder)).toThrow(
    /server-secret is missing.*put it back from a backup, or set SERVER_SECRET or SERVER_SECRET_FILE/,
  )
  expect(await readdir(folder)).toEqual(['envhold.db'])
})

test('a tool creates no secret: it names the setting and the folder', async () => {
  expect(() => loadServerSecrets({ dataDir: folder, serverSecret: undefined })).toThrow(
    `SERVER_SECRET is required: DATA_DIR (${folder}) has no server-secret. For a new instance: envhold-server secret new 1`,
  )
  expect(await readdir(folder)).toEqual([])
})
