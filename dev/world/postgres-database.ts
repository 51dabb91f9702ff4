import { Client, escapeIdentifier } from 'pg'

/** Creates an empty database on the cluster of `clusterUrl`, and returns its URL. */
export async function createDatabase(clusterUrl: string, name: string): Promise<string> {
  const client = new Client({ connectionString: clusterUrl })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
  const url = new URL(clusterUrl)
  url.pathname = `/${encodeURIComponent(name)}`
  return url.href
}
