import { escapeIdentifier, Pool } from 'pg'

/** To connect costs more processor time than to copy a database: one connection to each cluster stays open. */
const pools = new Map<string, Pool>()

function poolOf(connectionString: string): Pool {
  const pool = new Pool({ connectionString, max: 1, idleTimeoutMillis: 60_000, allowExitOnIdle: true })
  // A cluster that stops ends the connection.
  pool.on('error', () => {})
  pools.set(connectionString, pool)
  return pool
}

async function onCluster(clusterUrl: string, statement: string): Promise<void> {
  await (pools.get(clusterUrl) ?? poolOf(clusterUrl)).query(statement)
}

/**
 * Creates a database on the cluster of `clusterUrl`, empty or as a copy of another one that nobody is connected to.
 * @returns its URL
 */
export async function createDatabase(clusterUrl: string, name: string, template?: string): Promise<string> {
  const from = template === undefined ? '' : ` TEMPLATE ${escapeIdentifier(template)}`
  await onCluster(clusterUrl, `CREATE DATABASE ${escapeIdentifier(name)}${from}`)
  const url = new URL(clusterUrl)
  url.pathname = `/${encodeURIComponent(name)}`
  return url.href
}

/** Removes a database, whoever is still connected to it. */
export const dropDatabase = (clusterUrl: string, url: string): Promise<void> =>
  onCluster(clusterUrl, `DROP DATABASE ${escapeIdentifier(nameOf(url))} WITH (FORCE)`)

export const nameOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1))
