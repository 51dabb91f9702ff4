import { newServerSecret } from '@envhold/integrity/server-secret.ts'
import { freePort } from '../world/postgres-process.ts'
import { type ServerToStart, type StartedServer, startServer } from '../world/start-server.ts'

type Settings = Readonly<Record<string, string>>

/** What a server has without settings. `startServer` waits far longer, for tests that are not about waiting. */
const defaultTimeouts: Settings = {
  DATABASE_LOCK_TIMEOUT_MS: '',
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: '',
}

/** A server of its own on a port that it has after a restart too, with the default time limits and without mail. */
export const startNode = async ({ settings = {}, ...server }: ServerToStart): Promise<StartedServer> =>
  startServer({
    ...server,
    settings: {
      PORT: String(await freePort()),
      LOG_LEVEL: 'error',
      SMTP_URL: '',
      ...defaultTimeouts,
      ...settings,
    },
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
