import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './connect.ts'

/** Runs a prepared statement, in a transaction or outside, with its parameters in order of appearance. */
export type PreparedQuery<Row> = (db: Db, parameters: readonly unknown[]) => Promise<Row[]>

/** An object that a database and its transactions share, and that determines the SQL of a statement. */
const dialectOf = (db: Db): object => db.getExecutor().adapter

/**
 * A statement on the hot path. It is built and compiled once per database, because that costs more than running it.
 * @param build builds the statement with placeholders for the values that change between calls
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

/** The same for statements with several shapes, such as an INSERT of one row, two rows, three rows … */
export function preparedQueries<Shape, Row>(
  build: (db: Db, shape: Shape) => Compilable<Row>,
  nameOf: (shape: Shape) => string,
): (db: Db, shape: Shape, parameters: readonly unknown[]) => Promise<Row[]> {
  const cached = new Map<string, PreparedQuery<Row>>()
  return (db, shape, parameters) => {
    const name = nameOf(shape)
    const query = cached.get(name) ?? preparedQuery((db) => build(db, shape))
    cached.set(name, query)
    return query(db, parameters)
  }
}
