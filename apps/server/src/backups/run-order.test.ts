import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { newServerSecret, parseServerSecrets, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Secret } from '../config/secrets.ts'
import { describeError } from '../http/log/describe-error.ts'
import { type BackupRecord, writeRecord } from './backup-folder.ts'
import { copyAndHash, hashApart, verifyApart } from './run-order.ts'
import { verifyBackupFile } from './verify-backup-file.ts'

const text = newServerSecret()
const secrets = serverSecrets(parseServerSecrets(text))
const { signal } = new AbortController()
const sha256Of = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
const head = { sequence: 0, mac: '' }
const state = { instanceId: 'i1', activity: head, root: head, usage: null }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'envhold-orders-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a copy is one consistent state of a database that is written to, and its hash is that of the file', async () => {
  const [from, to] = [join(folder, 'envhold.db'), join(folder, 'copy.db')]
  const writer = new DatabaseSync(from)
  writer.exec('pragma journal_mode = wal; create table t (n integer); insert into t values (1)')
  writer.exec('begin; insert into t values (2)')
  await writeFile(to, '')
  const hashed = await copyAndHash(from, to, { signal })
  writer.exec('commit')
  writer.close()
  const copy = new DatabaseSync(to, { readOnly: true })
  expect(copy.prepare('select n from t').all()).toEqual([{ n: 1 }])
  copy.close()
  expect(hashed.sha256).toBe(await sha256Of(to))
  expect(await hashApart(to, { signal })).toEqual(hashed)
})

test('a failure comes back as a code for the log, without the paths of its text', async () => {
  const missing = join(folder, 'missing')
  const failure = await hashApart(missing, { signal }).catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'ProcessError', code: 'ENOENT' })
  expect(String(failure)).not.toContain(missing)
  await writeFile(join(folder, 'text.db'), 'no database '.repeat(100))
  await writeFile(join(folder, 'to.db'), '')
  const noDatabase = await copyAndHash(join(folder, 'text.db'), join(folder, 'to.db'), { signal }).catch(
    describeError,
  )
  expect(noDatabase, 'as it is logged').toMatchObject({ error: 'ProcessError', code: 'SQLITE_26' })
})

test('an order that is given up ends its process', async () => {
  const stop = new AbortController()
  const running = hashApart('/dev/zero', { signal: stop.signal })
  stop.abort()
  await expect(running).rejects.toMatchObject({ name: 'AbortError' })
})

test('a file that is no database, or not the one that was copied, is reported in words', async () => {
  const path = join(folder, 'damaged.db')
  await writeFile(path, 'no database '.repeat(100))
  const order = { path, sha256: 'a'.repeat(64), state, serverSecret: text, dataDir: folder, version: '0.1.0' }
  const { problems, count } = await verifyApart(order, { signal })
  expect(problems).toEqual([
    'Its content (1200 bytes) is not what was backed up: the checksum differs.',
    'It cannot be read: it is damaged, or not a database.',
  ])
  expect(count).toBe(2)
})

const record = (overrides: Partial<BackupRecord> = {}) =>
  writeRecord(secrets, {
    format: 1,
    file: 'envhold-20261122T141502Z.db',
    node: 'host-1',
    size: 1_300,
    sha256: 'a'.repeat(64),
    startedAt: 1,
    finishedAt: 2,
    origin: 'operator',
    startedBy: 1,
    engine: 'sqlite',
    engineVersion: '3.50.0',
    version: '0.1.0',
    state,
    ...overrides,
  })
const verify = async (content: string, path = join(folder, 'nowhere.db'), instanceId = 'i1') =>
  await verifyBackupFile(
    { config: { serverSecret: new Secret(text), dataDir: folder } as never, secrets },
    { path, record: content, instanceId },
    { programs: { path: undefined }, signal, onPercent: () => {} },
  )

test.each([
  ['a damaged record', '{}', /^Its record is damaged/],
  ['no file', record({ node: hostname() }), /^Its file is missing on/],
])('%s is the only problem of a backup', async (_what, file, problem) => {
  expect(await verify(file)).toEqual({ problems: [expect.stringMatching(problem)], count: 1 })
})

const underOther = (kid: number) => {
  const others = serverSecrets(parseServerSecrets(newServerSecret(kid)))
  const { mac: _, ...content } = JSON.parse(record())
  return writeRecord(others, content)
}
test.each([
  ['under a former secret', underOther(9), /needs the former server secret, number 9/],
  ['under another secret of the same number', underOther(1), /written under another server secret/],
  ['on another node', record({ node: 'other-host' }), /was made on other-host\. Verify it there/],
])('a backup %s is not called damaged', async (_what, content, cause) => {
  await expect(verify(content)).rejects.toMatchObject({
    name: 'BackupError',
    message: expect.stringMatching(cause),
  })
})

test('a backup of another instance is not called damaged', async () => {
  await expect(verify(record(), undefined, 'i2')).rejects.toThrow(/^It is a backup of another instance/)
})

test('a backup of an older version is not called damaged, unless its checksum differs', async () => {
  const path = join(folder, 'older.db')
  const older = new DatabaseSync(path)
  older.exec(
    "create table instance (key text, value text); insert into instance values ('migrated', '0031-revocations')",
  )
  older.close()
  const sha256 = await sha256Of(path)
  const { size } = await stat(path)
  await expect(verify(record({ size, sha256 }), path)).rejects.toThrow(
    /^Its checksum is right\. .* the version of Envhold that made it, 0\.1\.0/,
  )
  expect((await verify(record({ size }), path)).problems).toEqual([
    expect.stringContaining('the checksum differs'),
  ])
})

test('a dump that pg_restore of this machine cannot read is not called damaged', async () => {
  const path = join(folder, 'new.dump')
  await writeFile(path, 'PGDMP')
  const dump = { size: 5, sha256: await sha256Of(path), engine: 'postgres', engineVersion: '18.1' } as const
  await expect(verify(record(dump), path)).rejects.toThrow(/client programs of PostgreSQL 18\.1 or newer/)
  await writeFile(path, 'PGDMQ')
  expect((await verify(record(dump), path)).count).toBe(1)
})

test('a file that was cut off says so first', async () => {
  const path = join(folder, 'cut.db')
  await writeFile(path, 'no database '.repeat(100))
  const { problems, count } = await verify(record(), path)
  expect(problems[0]).toBe('It has 1200 bytes instead of 1300: it was cut off.')
  expect(count).toBe(3)
})
