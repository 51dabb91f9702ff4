import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

const maxStatements = 500

/** Receives every error of a statement before the caller does. */
type OnError = (error: unknown) => void

/**
 * Kysely on `node:sqlite`. There is one connection, and every query on it is synchronous. A transaction therefore holds
 * it for a few microtasks only, and other callers wait their turn. Prepared statements are cached.
 */
export const sqliteDialect = (database: DatabaseSync, onError: OnError = () => {}): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new SqliteDriver(database, onError),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

class SqliteDriver implements Driver {
  readonly #database: DatabaseSync
  readonly #connection: SqliteConnection
  #turn: Promise<void> = Promise.resolve()
  #release: () => void = () => {}

  constructor(database: DatabaseSync, onError: OnError) {
    this.#database = database
    this.#connection = new SqliteConnection(database, onError)
  }

  async init() {}

  async acquireConnection() {
    const before = this.#turn
    let release = () => {}
    this.#turn = new Promise<void>((resolve) => {
      release = resolve
    })
    await before
    this.#release = release
    return this.#connection
  }

  async releaseConnection() {
    this.#release()
  }

  async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    // Some errors, such as a full disk, have rolled back already. A second rollback would hide them behind another
    // error.
    if (this.#database.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy() {
    this.#database.close()
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #onError: OnError
  readonly #statements = new Map<string, { statement: StatementSync; reads: boolean }>()

  constructor(database: DatabaseSync, onError: OnError) {
    this.#database = database
    this.#onError = onError
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return this.#run(query)
    } catch (error) {
      this.#onError(error)
      throw error
    }
  }

  #run<R>(query: CompiledQuery): QueryResult<R> {
    const { statement, reads } = this.#prepare(query.sql)
    const parameters = query.parameters as SQLInputValue[]
    if (reads) return { rows: statement.all(...parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  // biome-ignore lint/correctness/useYield: streaming is not used, and Kysely asks for the method
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported on SQLite')
  }

  #prepare(sql: string) {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql)
    const prepared = { statement, reads: statement.columns().length > 0 }
    if (this.#statements.size >= maxStatements) this.#statements.clear()
    this.#statements.set(sql, prepared)
    return prepared
  }
}
