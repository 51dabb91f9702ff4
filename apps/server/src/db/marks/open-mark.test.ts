import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect, type Database } from '../connect.ts'

let folders: string[]
let dataDir: string
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'envhold-open-mark-'))
  folders.push(folder)
  return folder
}
beforeEach(() => {
  folders = []
  dataDir = newFolder()
})
afterEach(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

const open = (folder = dataDir) => connect({ databaseUrl: undefined, dataDir: folder })
const beside = (folder = dataDir) => connect({ databaseUrl: undefined, dataDir: folder, besideServer: true })
const insert = ({ db }: Database) => sql`insert into t values (1)`.execute(db)
const isMarked = (folder = dataDir) => existsSync(join(folder, 'envhold.db-open'))

const serve = async (): Promise<Database> => {
  const database = open()
  await sql`create table t (x)`.execute(database.db)
  database.markOpen()
  return database
}

/** What a server that was killed now would leave. */
const killedCopy = ({ without }: { readonly without?: 'log' } = {}): string => {
  const folder = newFolder()
  for (const name of ['envhold.db', 'envhold.db-open', ...(without ? [] : ['envhold.db-wal'])])
    copyFileSync(join(dataDir, name), join(folder, name))
  return folder
}

test('the mark is there until the database is closed, also beside a tool', async () => {
  const server = await serve()
  expect(isMarked()).toBe(true)
  expect(statSync(join(dataDir, 'envhold.db-open')).mode & 0o777).toBe(0o600)
  const tool = beside()
  expect(tool.isLogMissing).toBe(false)
  await insert(tool)
  await tool.close()
  expect(isMarked()).toBe(true)
  await server.close()
  expect(isMarked()).toBe(false)
})

test('a log that a killed server left is used, by a server or a tool, and is not missed afterwards', async () => {
  const server = await serve()
  for (const next of [open, beside]) {
    const folder = killedCopy()
    const database = next(folder)
    expect(database.isLogMissing).toBe(false)
    await insert(database)
    await database.close()
    expect([isMarked(folder), existsSync(join(folder, 'envhold.db-wal'))]).toEqual([false, false])
  }
  await server.close()
})

test('a missing or empty log stays lost until a server has opened the database', async () => {
  const server = await serve()
  const folder = killedCopy({ without: 'log' })
  writeFileSync(join(folder, 'envhold.db-wal'), '')
  for (const next of [open, beside, open]) {
    const database = next(folder)
    expect(database.isLogMissing).toBe(true)
    await sql`create table if not exists other (x)`.execute(database.db)
    await database.close()
    expect(isMarked(folder)).toBe(true)
  }
  const accepted = open(folder)
  accepted.markOpen()
  await accepted.close()
  const next = open(folder)
  expect([isMarked(folder), next.isLogMissing]).toEqual([false, false])
  await next.close()
  await server.close()
})

test('a reader keeps commits in the log, and the mark beside them', async () => {
  const server = await serve()
  const reader = new DatabaseSync(join(dataDir, 'envhold.db'), { readOnly: true })
  reader.exec('begin; select * from t')
  await insert(server)
  await server.close()
  reader.close()
  expect([isMarked(), existsSync(join(dataDir, 'envhold.db-wal'))]).toEqual([true, true])
  const next = open()
  expect(next.isLogMissing).toBe(false)
  await next.close()
  expect(isMarked()).toBe(false)
})
