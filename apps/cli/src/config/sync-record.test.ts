import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Settings } from './settings.ts'
import { readSyncRecords, writeSyncRecord } from './sync-record.ts'

let settings: Settings
beforeEach(async () => {
  settings = { configFolder: await mkdtemp(join(tmpdir(), 'synced-')) } as Settings
})
afterEach(() => rm(settings.configFolder, { recursive: true }))

const write = (source: string, text: string, pulled = false) =>
  writeSyncRecord(settings, '/app/.env', { source, version: 1, whole: true, text, pulled })
const read = () => readSyncRecords(settings, '/app/.env')
const sources = async () => (await read()).map(({ source }) => source)

test('a file has a record of each environment that it was pushed to, newest first, at most ten', async () => {
  await write('development', 'A=1', true)
  await write('staging', 'A=1')
  await write('development', 'A=2')
  expect(await sources()).toEqual(['development', 'staging'])
  expect((await read()).map(({ isPulled }) => isPulled('A=1'))).toEqual([false, true])
  for (let n = 0; n < 12; n++) await write(`environment ${n}`, 'A=2')
  expect(await sources()).toHaveLength(10)
  expect((await sources())[0]).toBe('environment 11')
})

test('a pull ends the records of another text', async () => {
  await write('development', 'A=1', true)
  await write('staging', 'A=1', true)
  expect(await sources()).toEqual(['staging', 'development'])
  await write('production', 'A=2', true)
  expect(await sources()).toEqual(['production'])
})

test('reads the only record that former versions stored, and nothing that is damaged', async () => {
  await write('development', 'A=1')
  const folder = join(settings.configFolder, 'synced')
  const [name = ''] = await readdir(folder)
  const path = join(folder, name)
  const { records } = JSON.parse(await readFile(path, 'utf8'))
  await writeFile(path, JSON.stringify(records[0]))
  await write('staging', 'A=1')
  expect(await sources()).toEqual(['staging', 'development'])
  await writeFile(path, JSON.stringify({ records: [null, 7, { source: 'x' }, records[0]] }))
  expect(await sources()).toEqual(['development'])
  await writeFile(path, '{')
  expect(await sources()).toEqual([])
})
