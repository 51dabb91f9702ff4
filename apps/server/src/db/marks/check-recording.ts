/**
 * Tests whether the database can write. A read-only database cannot serve calls, because every response waits for its
 * record.
 */

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { createFile } from '../../config/create-file.ts'
import type { DbContext } from '../../context.ts'
import type { ReadinessCheck } from '../../http/served/readiness.ts'
import { findVersionFault } from '../check-version.ts'
import type { Database } from '../connect.ts'
import type { Faults } from '../faults.ts'
import type { Tables } from '../tables.ts'
import { findMoveFault } from './move-mark.ts'

interface PostgresState {
  readonly encoding: string
  readonly standby: boolean
  readonly read_only: string
  readonly fsync: string
  readonly synchronous_commit: string
}

/** Why a database cannot record, as a sentence for operators. */
interface RecordingFault {
  readonly text: string
  /** Whether it can pass without a change of settings, such as after a failover. */
  readonly isTemporary: boolean
}

const temporary = (text: string): RecordingFault => ({ text, isTemporary: true })
const lasting = (text: string): RecordingFault => ({ text, isTemporary: false })

const postgresFault = (state: PostgresState): RecordingFault | undefined => {
  if (state.encoding !== 'UTF8')
    return lasting(
      `its encoding is ${state.encoding}. Create it with: create database … encoding 'UTF8' template template0`,
    )
  if (state.standby)
    return temporary('PostgreSQL is a standby, which is read-only. Set DATABASE_URL to the primary.')
  if (state.read_only === 'on')
    return temporary(
      'PostgreSQL is read-only: default_transaction_read_only is on for this user or database.',
    )
  if (state.fsync === 'off')
    return lasting('PostgreSQL runs with fsync = off and can lose committed data. Set fsync = on.')
  if (state.synchronous_commit === 'off')
    return lasting(
      'PostgreSQL confirms commits before they are on disk: synchronous_commit is off. Set it to on.',
    )
  return undefined
}

const diskFull = '53100'

const saysDiskFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === diskFull

/**
 * Commits a message of a few bytes to the write-ahead log, without a table. The commit waits for the disk and for
 * synchronous standbys exactly as a record does. PostgreSQL allocates the log's files in advance, so a full disk is
 * detected by a temporary file instead: a series that does not fit into 64 kB of memory writes about 300 kB.
 */
const tryOnPostgres = (db: Kysely<Tables>) =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<PostgresState>`
      select current_setting('server_encoding') as encoding, pg_is_in_recovery() as standby,
        current_setting('transaction_read_only') as read_only, current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
        set_config('work_mem', '64kB', true)
    `.execute(trx)
    const fault = rows[0] && postgresFault(rows[0])
    if (fault) return fault
    await sql`
      select pg_logical_emit_message(true, 'envhold', 'ready'), (select count(*) from generate_series(1, 20000))
    `.execute(trx)
    return undefined
  })

export const findPostgresFault = async (db: Kysely<Tables>): Promise<RecordingFault | undefined> => {
  try {
    return await tryOnPostgres(db)
  } catch (error) {
    if (saysDiskFull(error)) return temporary('The disk of PostgreSQL is full.')
    throw error
  }
}

/** Changes a row and rolls back, which tests the write lock and the file without writing anything. */
const tryOnSqlite = async (db: Kysely<Tables>): Promise<void> => {
  const trx = await db.startTransaction().execute()
  try {
    await trx
      .updateTable('instance')
      .set((eb) => ({ value: eb.ref('value') }))
      .where('key', '=', 'migrated')
      .execute()
  } finally {
    await trx.rollback().execute()
  }
}

const testKey = 'write-test'

/** Writes a page of the file and waits for the disk. A row that is only updated to its own value is not written. */
export const writeOnSqlite = (db: Kysely<Tables>) =>
  db.transaction().execute(async (trx) => {
    await trx.insertInto('instance').values({ key: testKey, value: '' }).execute()
    await trx.deleteFrom('instance').where('key', '=', testKey).execute()
  })

/** After a write that failed, only a write that succeeds shows that the next call can be recorded. */
const findSqliteFault = async (db: Kysely<Tables>, faults: Faults): Promise<RecordingFault | undefined> => {
  await tryOnSqlite(db)
  if (!faults.failedToWrite) return undefined
  try {
    await writeOnSqlite(db)
  } catch {
    return lasting('The database file cannot be written to.')
  }
  faults.failedToWrite = false
  return undefined
}

/**
 * @returns why the database cannot record, if the reason is its own
 * @throws any other error of the database
 */
export const findRecordingFault = async ({
  db,
  engine,
  faults,
}: Pick<Database, 'db' | 'engine' | 'faults'>): Promise<RecordingFault | undefined> =>
  engine === 'postgres' ? await findPostgresFault(db) : await findSqliteFault(db, faults)

/** The space that the next records need: between two checks SQLite's write-ahead log seldom grows by more. */
const probe = Buffer.alloc(256 * 1024)

/** Writes a file and removes it. This fails on a full disk, a quota or a read-only file system. */
async function findDiskFault(dataDir: string): Promise<string | undefined> {
  const file = join(dataDir, `write-probe.${process.pid}`)
  try {
    const to = await createFile(file)
    await to.writeFile(probe).finally(() => to.close())
    return undefined
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk that holds the data folder is full.'
    return 'The data folder cannot be written to.'
  } finally {
    await rm(file, { force: true }).catch(() => {
      // There may be no file to remove.
    })
  }
}

/**
 * Ready means that a call can be recorded, which every response needs, and that this version can work with the rows: it
 * would reject newer ones as tampered.
 */
export function readinessChecks(
  { db, engine, config }: DbContext<'engine' | 'config'>,
  faults: Faults,
): ReadinessCheck[] {
  const database: ReadinessCheck = {
    part: 'database',
    find: async () =>
      faults.first ??
      (await findVersionFault(db)) ??
      (await findMoveFault(db)) ??
      (await findRecordingFault({ db, engine, faults }))?.text,
  }
  if (engine === 'postgres') return [database]
  return [database, { part: 'disk', find: () => findDiskFault(config.dataDir) }]
}
