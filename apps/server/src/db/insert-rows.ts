import type { Insertable } from 'kysely'
import type { Db } from './connect.ts'
import { preparedQueries } from './prepared-query.ts'
import type { Tables } from './tables.ts'

type Table = keyof Tables
/** Every column must be given, in the same order, in every row of a table. */
type Rows<T extends Table> = readonly Insertable<Tables[T]>[]

/** Statements are prepared for up to this many rows; longer inserts are split. */
const most = 64

const insertPiece = preparedQueries(
  (db, { table, rows }: { table: Table; rows: Rows<Table> }) => db.insertInto(table).values(rows),
  ({ table, rows }) => `${table}/${rows.length}`,
)

/** Inserts many rows with few statements, each compiled once per number of rows. */
export async function insertRows<T extends Table>(db: Db, table: T, rows: Rows<T>): Promise<void> {
  for (let at = 0; at < rows.length; at += most) {
    const piece = rows.slice(at, at + most)
    await insertPiece(
      db,
      { table, rows: piece },
      piece.flatMap((row) => Object.values(row)),
    )
  }
}
