import {
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { StatementPool } from './named-statements.ts'
import { PostgresConnection } from './postgres-connection.ts'

/** How long a transaction may block others: PostgreSQL settings, in milliseconds. */
export interface TransactionTimeouts {
  readonly lockMs: number
  readonly idleMs: number
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
    return new PostgresConnection(await this.#pool.connect(), this.#begin)
  }

  async beginTransaction(connection: PostgresConnection) {
    await connection.begin()
  }

  async commitTransaction(connection: PostgresConnection) {
    await connection.commit()
  }

  async rollbackTransaction(connection: PostgresConnection) {
    await connection.rollback()
  }

  async releaseConnection(connection: PostgresConnection) {
    connection.release()
  }

  async destroy() {
    await this.#pool.end()
  }
}
