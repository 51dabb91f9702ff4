import { constants, type DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { charged } from '../charged-work.ts'
import type { Tables } from '../tables.ts'
import { nextTurn } from '../yield-to-event-loop.ts'

const maxStatements = 500
/** After so long a transaction or query waits for a turn of the event loop, which reads requests. */
const maxBusyMs = 10

/** Receives every error of a statement before the caller does. */
type OnError = (error: unknown) => void

/**
 * Kysely on `node:sqlite`. There is one connection, and every query on it is synchronous. A transaction therefore holds
 * it for a few microtasks only, and other callers wait their turn. Long work yields to the event loop between its
 * transactions by itself; what seals many keys does so inside. Prepared statements are cached.
 */
export function sqliteDialect(database: DatabaseSync, onError: OnError = () => {}): Dialect {
  const adapter = new CountingAdapter()
  const onAnswerWrite = () => {
    adapter.answerWrites++
  }
  return {
    createAdapter: () => adapter,
    createDriver: () => new SqliteDriver(database, { onError, onAnswerWrite }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

interface Listeners {
  readonly onError: OnError
  /** Called before each statement that can change what an API key is answered. */
  readonly onAnswerWrite: () => void
}

class SqliteDriver implements Driver {
  readonly #database: DatabaseSync
  readonly #connection: SqliteConnection
  #turn: Promise<void> = Promise.resolve()
  #release: () => void = () => {}
  /** When the first query was run since the last turn of the event loop. */
  #busySince: number | undefined

  constructor(database: DatabaseSync, listeners: Listeners) {
    this.#database = database
    this.#connection = new SqliteConnection(database, listeners)
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
    await this.#yieldWhenBusy()
    return this.#connection
  }

  async #yieldWhenBusy() {
    const now = performance.now()
    if (this.#busySince !== undefined && now - this.#busySince > maxBusyMs) await nextTurn()
    if (this.#busySince !== undefined) return
    this.#busySince = now
    setImmediate(() => {
      this.#busySince = undefined
    })
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

interface Prepared {
  readonly statement: StatementSync
  readonly reads: boolean
  readonly writesAnswers: boolean
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #listeners: Listeners
  readonly #statements = new Map<string, Prepared>()
  /** Whether the statement that is being prepared can change an answer. */
  #writesAnswers = false

  constructor(database: DatabaseSync, listeners: Listeners) {
    this.#database = database
    this.#listeners = listeners
    database.setAuthorizer((action, table) => {
      this.#writesAnswers ||= invalidatesCache(action, table)
      return constants.SQLITE_OK
    })
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return charged(() => this.#run(query))
    } catch (error) {
      this.#listeners.onError(error)
      throw error
    }
  }

  #run<R>(query: CompiledQuery): QueryResult<R> {
    const { statement, reads, writesAnswers } = this.#prepare(query.sql)
    if (writesAnswers) this.#listeners.onAnswerWrite()
    const parameters = query.parameters as SQLInputValue[]
    if (reads) return { rows: statement.all(...parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  // biome-ignore lint/correctness/useYield: streaming is not used, and Kysely asks for the method
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported on SQLite')
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql)
    if (known) return known
    this.#writesAnswers = false
    const statement = this.#database.prepare(sql)
    const prepared = { statement, reads: statement.columns().length > 0, writesAnswers: this.#writesAnswers }
    if (this.#statements.size >= maxStatements) this.#statements.clear()
    this.#statements.set(sql, prepared)
    return prepared
  }
}

/**
 * The tables that decide what an API key is answered. What remembers a response compares the rows of each: on PostgreSQL
 * their versions, on SQLite how often one of these tables was written.
 */
export const decidingTables = [
  'api_keys',
  'projects',
  'users',
  'plans',
  'environments',
  'grants',
  'environment_epochs',
  'environment_versions',
] as const satisfies readonly (keyof Tables)[]
export type DecidingTable = (typeof decidingTables)[number]

const deciding = new Set<string>(decidingTables)

const writes: readonly number[] = [constants.SQLITE_INSERT, constants.SQLITE_UPDATE, constants.SQLITE_DELETE]

/**
 * Whether an action of a SQLite statement can change an answer. SQLite reports every action of a statement when it is
 * prepared, those of foreign keys included.
 */
const invalidatesCache = (action: number, table: string | null) =>
  table !== null && deciding.has(table) && writes.includes(action)

/** Counts the statements of this connection that can change an answer. A database and its transactions share one. */
class CountingAdapter extends SqliteAdapter {
  answerWrites = 0
}

/** How many statements of this process can have changed an answer. Changes by other processes are not counted. */
export function answerWritesOf(db: Kysely<Tables>): number {
  const { adapter } = db.getExecutor()
  if (!(adapter instanceof CountingAdapter)) throw new Error('Only a SQLite connection counts its writes')
  return adapter.answerWrites
}
