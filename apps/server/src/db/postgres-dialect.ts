import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { StatementClient, StatementPool } from './named-statements.ts'

/** How long a transaction may block others: PostgreSQL settings, in milliseconds. */
export interface TransactionTimeouts {
  readonly lockMs: number
  readonly idleMs: number
}

/** PostgreSQL committed but warned that the commit lacks a requested guarantee, such as replication. */
export class CommitWarning extends Error {
  override readonly name = 'CommitWarning'
  /** SQLSTATE of the warning. */
  readonly code: string

  constructor(code: string) {
    super('PostgreSQL answered a commit with a warning')
    this.code = code
  }
}

/**
 * Kysely on a `pg` pool. Nothing is set on a connection, only in a transaction, so that a pooler such as PgBouncer may
 * give each transaction another server connection.
 */
export const postgresDialect = (pool: StatementPool, timeouts: TransactionTimeouts): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new PostgresDriver(pool, timeouts),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

class PostgresDriver implements Driver {
  readonly #pool: StatementPool
  readonly #begin: string

  constructor(pool: StatementPool, { lockMs, idleMs }: TransactionTimeouts) {
    this.#pool = pool
    // One message, so that the timeouts cost no extra round trip.
    this.#begin = [
      'begin',
      `set local lock_timeout = ${lockMs}`,
      `set local idle_in_transaction_session_timeout = ${idleMs}`,
    ].join(';')
  }

  async init() {}

  async acquireConnection() {
    return new PostgresConnection(await this.#pool.connect())
  }

  async beginTransaction(connection: PostgresConnection) {
    connection.isInTransaction = true
    await connection.run(this.#begin)
  }

  async commitTransaction(connection: PostgresConnection) {
    connection.isInTransaction = false
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: PostgresConnection) {
    connection.isInTransaction = false
    await connection.run('rollback')
  }

  async releaseConnection(connection: PostgresConnection) {
    connection.release()
  }

  async destroy() {
    await this.#pool.end()
  }
}

/**
 * SQLSTATE of warnings, and of a wait that the server's shutdown cut short. The name of the severity is localised, so
 * the code decides.
 */
const warning = /^(?:01|57P)/
const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

class PostgresConnection implements DatabaseConnection {
  readonly #client: StatementClient
  readonly #onNotice = ({ code }: { readonly code?: string | undefined }) => {
    if (code && warning.test(code)) this.#warning = code
  }
  #warning: string | undefined
  isInTransaction = false

  constructor(client: StatementClient) {
    this.#client = client
    client.on('notice', this.#onNotice)
  }

  async run(text: string): Promise<void> {
    await this.#client.query(text)
  }

  /** @throws CommitWarning when the statement commits, by itself or as COMMIT, with a warning */
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    this.#warning = undefined
    const { command, rowCount, rows } = await this.#client.query(sql, [...parameters])
    const commits = command === 'COMMIT' || (!this.isInTransaction && changing.has(command))
    if (this.#warning !== undefined && commits) throw new CommitWarning(this.#warning)
    // COMMIT rolls back a transaction in which a statement failed, without an error.
    if (sql === 'commit' && command === 'ROLLBACK') throw new CommitWarning('25P02')
    return {
      rows,
      ...(changing.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
    }
  }

  // biome-ignore lint/correctness/useYield: streaming is not used, and Kysely asks for the method
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported')
  }

  release(): void {
    this.#client.off('notice', this.#onNotice)
    this.#client.release()
  }
}
