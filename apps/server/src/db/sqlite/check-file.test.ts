import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '../connect.ts'
import { createFaults } from '../faults.ts'
import { explainStorageError } from '../storage-errors.ts'
import { checkFile } from './check-file.ts'

let dataDir: string
let file: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'envhold-check-'))
  file = join(dataDir, 'envhold.db')
  const database = new DatabaseSync(file)
  database.exec(`
    pragma journal_mode = wal;
    create table instance (key text primary key, value blob) strict;
    insert into instance select 'key ' || value, randomblob(3000)
    from (with recursive n(value) as (select 1 union all select value + 1 from n limit 300) select * from n);
  `)
  database.close()
})
afterEach(() => rm(dataDir, { recursive: true }))

const damage = async () => {
  const bytes = await open(file, 'r+')
  await bytes.write(Buffer.alloc(100 * 4096, 7), 0, 100 * 4096, 50 * 4096)
  await bytes.close()
}
const inThread = { small: 0, wait: 20_000 }

test('an intact file passes, in process and in a thread', async () => {
  const faults = createFaults()
  await checkFile(dataDir, faults)
  await checkFile(dataDir, faults, inThread)
  expect(faults.first).toBeUndefined()
})

test('rejects a damaged file, in process and in a thread', async () => {
  await damage()
  const faults = createFaults()
  await expect(checkFile(dataDir, faults)).rejects.toThrow(/is damaged/)
  await expect(checkFile(dataDir, faults, inThread)).rejects.toThrow(/is damaged/)
})

test('damage found after the start is a fault of the running server', async () => {
  await damage()
  const said: string[] = []
  const faults = createFaults((sentence) => said.push(sentence))
  await checkFile(dataDir, faults, { small: 0, wait: 0 })
  while (faults.first === undefined) await sleep(20)
  expect(said).toEqual(['The database file is damaged.'])
})

test('damage found by a query is a fault too', async () => {
  await damage()
  const database = connect({ databaseUrl: undefined, dataDir })
  const rows = database.db.selectFrom('instance').selectAll().execute()
  await expect(rows).rejects.toThrow(/malformed/)
  expect(database.faults.first).toBe('The database file is damaged.')
  await database.close()
})

const errorOf = (statement: string, options = {}) => {
  const database = new DatabaseSync(file, options)
  try {
    database.exec(statement)
  } catch (error) {
    return explainStorageError(error, '/var/lib/envhold')
  } finally {
    database.close()
  }
  throw new Error('It should have failed')
}

test('explains a read-only file and a full disk', () => {
  expect(errorOf('delete from instance', { readOnly: true })).toMatchObject({
    isTemporary: false,
    message: expect.stringMatching(
      /^The data folder \/var\/lib\/envhold, or a file in it, is read-only.*DATA_DIR/,
    ),
  })
  const grow = 'pragma max_page_count = 1; insert into instance values (1, randomblob(9000000))'
  expect(errorOf(grow)).toMatchObject({
    isTemporary: true,
    message: expect.stringMatching(/^The disk that holds \/var\/lib\/envhold is full/),
  })
})
