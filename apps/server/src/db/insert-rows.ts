import type { CompiledQuery, Insertable } from 'kysely'
import type { Db } from './connect.ts'
import type { Tables } from './tables.ts'

/** Every column must be given, in the same order, in every row of a table. */
type Rows<T extends keyof Tables> = readonly Insertable<Tables[T]>[]

const compiled = new WeakMap<Db, Map<string, CompiledQuery>>()

/** A table's statements are kept up to this many rows; what is longer goes in pieces. */
const most = 64

/**
 * Inserts many rows with one statement. The statement is compiled once for each number of rows, which costs more than
 * running it does.
 */
export async function insertRows<T extends keyof Tables>(
  { db, trx }: { db: Db; trx: Db },
  table: T,
  rows: Rows<T>,
): Promise<void> {
  for (let at = 0; at < rows.length; at += most) await insertPiece(db, trx, table, rows.slice(at, at + most))
}

async function insertPiece<T extends keyof Tables>(db: Db, trx: Db, table: T, rows: Rows<T>): Promise<void> {
  const kept = compiled.get(db) ?? new Map<string, CompiledQuery>()
  compiled.set(db, kept)
  const name = `${table}/${rows.length}`
  const query = kept.get(name) ?? trx.insertInto(table).values(rows).compile()
  kept.set(name, query)
  await trx.executeQuery({ ...query, parameters: rows.flatMap((row) => Object.values(row)) })
}
