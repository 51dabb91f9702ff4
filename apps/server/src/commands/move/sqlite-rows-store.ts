import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Kysely, Transaction } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'
import type { Cell, Row, Table } from './table.ts'

/** The rows of a SQLite file, as of one moment. */
export interface SqliteRows {
  readonly tables: () => Table[]
  readonly countRows: (table: Table) => number
  readonly rows: (table: Table) => Iterable<Row>
  /** The highest id that each table with generated ids ever had, also when its row was deleted since. */
  readonly highestIds: () => ReadonlyMap<string, bigint>
  readonly close: () => void
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Opens the file beside a connection that holds its write lock. */
export function openSqliteRows(dataDir: string): SqliteRows {
  const file = new DatabaseSync(join(dataDir, 'envhold.db'), { readOnly: true, timeout: 5_000 })
  file.exec('begin')
  const names = (sql: string, name: string) =>
    file
      .prepare(sql)
      .all(name)
      .map((row) => String(row.name))
  const tableOf = (name: string): Table => ({
    name,
    columns: names('select name from pragma_table_info(?) order by name', name),
    references: names('select distinct "table" as name from pragma_foreign_key_list(?)', name),
  })
  return {
    tables: () =>
      file
        .prepare(
          "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name",
        )
        .all()
        .map(({ name }) => tableOf(String(name))),
    countRows: ({ name }) => Number(file.prepare(`select count(*) as n from ${quoted(name)}`).get()?.n),
    *rows({ name, columns }) {
      const statement = file.prepare(`select ${columns.map(quoted).join(', ')} from ${quoted(name)}`)
      statement.setReadBigInts(true)
      statement.setReturnArrays(true)
      for (const row of statement.iterate()) yield row as unknown as readonly Cell[]
    },
    highestIds: () => {
      const statement = file.prepare('select name, seq from sqlite_sequence')
      statement.setReadBigInts(true)
      return new Map(statement.all().map(({ name, seq }) => [String(name), BigInt(seq as bigint)]))
    },
    close: () => file.close(),
  }
}

interface HeldTransaction {
  readonly db: Transaction<Tables>
  readonly commit: () => Promise<void>
}

/** Runs the work while a transaction of its own holds SQLite's write lock. Without a commit nothing is changed. */
export async function holdTransaction<T>(
  db: Kysely<Tables>,
  work: (transaction: HeldTransaction) => Promise<T>,
): Promise<T> {
  const trx = await db.startTransaction().execute()
  try {
    return await work({
      db: trx,
      commit: async () => {
        await trx.commit().execute()
      },
    })
  } finally {
    if (!trx.isCommitted) await trx.rollback().execute()
  }
}

/** When the oldest usage of a database was written; undefined without any. */
export async function readOldestUsageTime(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('usage_packs')
    .select(({ fn }) => fn.min('at').as('at'))
    .executeTakeFirst()
  return row?.at ?? undefined
}
