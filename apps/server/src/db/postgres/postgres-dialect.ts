import {
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import pg from 'pg'
import { driverUrl } from './driver-url.ts'
import type { StatementPool } from './named-statements.ts'
import { type Begin, PostgresConnection } from './postgres-connection.ts'

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

/** One message, so that the timeouts cost no extra round trip. */
const beginWith = ({ lockMs, idleMs }: TransactionTimeouts): string =>
  [
    'begin',
    `set local lock_timeout = ${lockMs}`,
    `set local idle_in_transaction_session_timeout = ${idleMs}`,
  ].join(';')

/**
 * What many calls wait for holds locks that other nodes wait for, and computes nothing between its statements. If its
 * process stands still, PostgreSQL ends it sooner.
 */
const sharedIdle = 1 / 4

class PostgresDriver implements Driver {
  readonly #pool: StatementPool
  readonly #begin: Begin

  constructor(pool: StatementPool, { lockMs, idleMs }: TransactionTimeouts) {
    this.#pool = pool
    this.#begin = {
      alone: beginWith({ lockMs, idleMs }),
      shared: beginWith({ lockMs, idleMs: Math.ceil(idleMs * sharedIdle) }),
    }
  }

  async init() {}

  async acquireConnection() {
    return new PostgresConnection(await this.#pool.connect(), this.#begin)
  }

  async beginTransaction(connection: PostgresConnection) {
    await connection.begin('alone')
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

const int8 = 20
/** Far longer than any single piece of work. A connection in use for longer has lost its server. */
const defaultMaxUseMs = 60_000
/** TCP asks the other side of a silent connection whether it is still there. */
const tcpProbeMs = 10_000

interface PoolSize {
  readonly size: number
  /** Null means no limit. */
  readonly maxUseMs?: number | null | undefined
}

/** Closes a connection even while statements wait for answers, which `end` alone would wait for. */
function breakOff(client: pg.PoolClient): void {
  if (!(client instanceof pg.Client)) return
  void client.end()
  client.connection.stream.destroy()
}

/**
 * Connections to PostgreSQL that may be lost at any moment. The user of a lost connection gets an error, and the next
 * user gets a new connection. A server that disappears silently (a power failure, a firewall that drops its state)
 * would block its user forever, so such connections are closed after a timeout.
 */
export function openPool(databaseUrl: string, { size, maxUseMs = defaultMaxUseMs }: PoolSize): pg.Pool {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
  }
  const pool = new pg.Pool({
    connectionString: driverUrl(databaseUrl),
    max: size,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: tcpProbeMs,
    pipeline: true,
    types: types as pg.CustomTypesConfig,
  })
  const cutOff = new Map<pg.PoolClient, NodeJS.Timeout>()
  pool.on('error', () => {
    // An idle connection was lost. The pool opens another when one is needed.
  })
  pool.on('connect', (client) => {
    client.on('error', () => {
      // A connection in use was lost, so its query fails. Without a listener the whole process would.
    })
  })
  pool.on('acquire', (client) => {
    if (maxUseMs !== null) cutOff.set(client, setTimeout(() => breakOff(client), maxUseMs).unref())
  })
  pool.on('release', (_error, client) => {
    clearTimeout(cutOff.get(client))
    cutOff.delete(client)
  })
  return pool
}
