import { newServerSecret } from '@envhold/integrity/server-secret.ts'
import { type ServerToStart, type StartedServer, startServer } from './start-server.ts'

type Settings = Readonly<Record<string, string>>

/** A quiet server without mail and with the default time limits, which has the same port after a restart. */
export const startNode = ({ settings, ...server }: ServerToStart): Promise<StartedServer> =>
  startServer({
    hasFixedPort: true,
    hasDefaultTimeouts: true,
    ...server,
    settings: { LOG_LEVEL: 'error', SMTP_URL: '', ...settings },
  })

export interface NodesToStart {
  readonly count: number
  /** A node reaches the database at the URL with its index, else at the first. */
  readonly databaseUrls: readonly string[]
  readonly settings?: Settings
  /** Settings of one node. */
  readonly settingsOf?: (index: number) => Settings
  readonly nodeArgs?: readonly string[]
}

/** Several nodes on one PostgreSQL. */
export async function startNodes({
  count,
  databaseUrls,
  settings,
  settingsOf,
  nodeArgs = [],
}: NodesToStart): Promise<StartedServer[]> {
  const SERVER_SECRET = newServerSecret()
  const nodes: StartedServer[] = []
  for (let index = 0; index < count; index++) {
    const DATABASE_URL = databaseUrls[index] ?? databaseUrls[0] ?? ''
    const all = { SERVER_SECRET, DATABASE_URL, ...settings, ...settingsOf?.(index) }
    // One after the other: the first one migrates.
    nodes.push(await startNode({ engine: 'postgres', settings: all, nodeArgs }))
  }
  return nodes
}
