import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './connect.ts'

/** Runs a prepared statement, in or outside a transaction, with parameters in the order of their placeholders. */
export type PreparedQuery<Row> = (db: Db, parameters: readonly unknown[]) => Promise<Row[]>

/** What a database and its transactions share, and what decides how a statement is written. */
const dialectOf = (db: Db): object => db.getExecutor().adapter

/**
 * A statement on the hot path: built and compiled once per database, which costs more than running it.
 * @param build creates the statement with placeholders for the parameters
 */
export function preparedQuery<Row>(build: (db: Db) => Compilable<Row>): PreparedQuery<Row> {
  const compiled = new WeakMap<object, CompiledQuery<Row>>()
  return async (db, parameters) => {
    const dialect = dialectOf(db)
    const query = compiled.get(dialect) ?? build(db).compile()
    compiled.set(dialect, query)
    return (await db.executeQuery<Row>({ ...query, parameters } as CompiledQuery<Row>)).rows
  }
}

/** The same for statements with variants, such as an INSERT of one row, two rows, three … */
export function preparedQueries<Shape, Row>(
  build: (db: Db, shape: Shape) => Compilable<Row>,
  nameOf: (shape: Shape) => string,
): (db: Db, shape: Shape, parameters: readonly unknown[]) => Promise<Row[]> {
  const kept = new Map<string, PreparedQuery<Row>>()
  return (db, shape, parameters) => {
    const name = nameOf(shape)
    const query = kept.get(name) ?? preparedQuery((at) => build(at, shape))
    kept.set(name, query)
    return query(db, parameters)
  }
}
