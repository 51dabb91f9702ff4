import pg from 'pg'

const int8 = 20
/** Far longer than any single operation; a connection in use for longer has lost its server. */
const longestUseMs = 60_000

interface PoolSize {
  readonly size: number
  readonly longestUse?: number
}

/**
 * Connections to PostgreSQL that may be lost at any moment. Their user then gets an error, and the next user gets
 * another connection. A connection whose server has disappeared silently (power loss, a firewall that dropped its
 * state) would keep its user waiting forever, so it is closed.
 */
export function openPool(connectionString: string, { size, longestUse = longestUseMs }: PoolSize): pg.Pool {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
  }
  const pool = new pg.Pool({
    connectionString,
    max: size,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    types: types as pg.CustomTypesConfig,
  })
  const cutOff = new Map<pg.PoolClient, NodeJS.Timeout>()
  pool.on('error', () => {
    // An idle connection was lost; the pool opens another on demand.
  })
  pool.on('connect', (client) => {
    client.on('error', () => {
      // A connection in use was lost: its query fails. Without a listener the whole process would.
    })
  })
  pool.on('acquire', (client) => {
    // `end` aborts a connection with a running query.
    cutOff.set(client, setTimeout(() => void client.end(), longestUse).unref())
  })
  pool.on('release', (_error, client) => {
    clearTimeout(cutOff.get(client))
    cutOff.delete(client)
  })
  return pool
}
