import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './connect.ts'

/** Runs a kept statement with these parameters, in the order in which they stand in it. */
export type KeptQuery<Row> = (db: Db, parameters: readonly unknown[]) => Promise<Row[]>

/**
 * A statement on the hot path: built and compiled once for each database, which costs more than running it does.
 * @param build makes the statement with placeholders for what changes from call to call
 */
export function keptQuery<Row>(build: (db: Db) => Compilable<Row>): KeptQuery<Row> {
  const compiled = new WeakMap<Db, CompiledQuery<Row>>()
  return async (db, parameters) => {
    const query = compiled.get(db) ?? build(db).compile()
    compiled.set(db, query)
    return (await db.executeQuery<Row>({ ...query, parameters } as CompiledQuery<Row>)).rows
  }
}
