import type { Insertable } from 'kysely'
import type { Db } from './connect.ts'
import { together } from './pipeline.ts'
import { preparedQueries } from './prepared-query.ts'
import type { Tables } from './tables.ts'

type Table = keyof Tables
/** Every row of a table must have the same columns in the same order. */
type Rows<T extends Table> = readonly Insertable<Tables[T]>[]

/** Statements are cached for up to this many rows. More rows are split into several statements. */
const maxRows = 64

const insertPiece = preparedQueries(
  (db, { table, rows }: { table: Table; rows: Rows<Table> }) => db.insertInto(table).values(rows),
  ({ table, rows }) => `${table}/${rows.length}`,
)

/** Inserts many rows with few statements, each compiled once per number of rows. All of them are sent together. */
export async function insertRows<T extends Table>(db: Db, table: T, rows: Rows<T>): Promise<void> {
  const pieces: Promise<unknown>[] = []
  for (let at = 0; at < rows.length; at += maxRows) {
    const piece = rows.slice(at, at + maxRows)
    const parameters = piece.flatMap((row) => Object.values(row))
    pieces.push(insertPiece(db, { table, rows: piece }, parameters))
  }
  await together(...pieces)
}
