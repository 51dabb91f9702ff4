import { Client, escapeIdentifier } from 'pg'

const onCluster = async (clusterUrl: string, statement: string): Promise<void> => {
  const client = new Client({ connectionString: clusterUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
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
