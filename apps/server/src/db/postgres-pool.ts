import pg from 'pg'

const int8 = 20
/** Far longer than any single piece of work. A connection in use for longer has lost its server. */
const defaultMaxUseMs = 60_000

interface PoolSize {
  readonly size: number
  readonly maxUseMs?: number
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
export function openPool(connectionString: string, { size, maxUseMs = defaultMaxUseMs }: PoolSize): pg.Pool {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
  }
  const pool = new pg.Pool({
    connectionString,
    max: size,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
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
    cutOff.set(client, setTimeout(() => breakOff(client), maxUseMs).unref())
  })
  pool.on('release', (_error, client) => {
    clearTimeout(cutOff.get(client))
    cutOff.delete(client)
  })
  return pool
}
