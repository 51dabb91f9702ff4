import pg from 'pg'

const int8 = 20
/** Far longer than anything that is done in one go; a connection in use for longer has lost its server. */
const longestUseMs = 60_000

interface PoolSize {
  readonly size: number
  readonly longestUse?: number
}

/**
 * Connections to PostgreSQL that may be lost at any moment. Whoever uses one then hears of it, and the next one who
 * needs a connection gets another. One whose server has gone without a word (a machine that lost its power, a
 * firewall that forgot) would keep its user waiting for good, and so is cut off.
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
    // An idle connection was lost; the pool opens another when one is needed.
  })
  pool.on('connect', (client) => {
    client.on('error', () => {
      // A connection in use was lost: its query fails. Without a listener the whole process would.
    })
  })
  pool.on('acquire', (client) => {
    // `end` breaks a connection off when a query is under way on it.
    cutOff.set(client, setTimeout(() => void client.end(), longestUse).unref())
  })
  pool.on('release', (_error, client) => {
    clearTimeout(cutOff.get(client))
    cutOff.delete(client)
  })
  return pool
}
