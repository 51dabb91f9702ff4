import { loadServerSecrets } from '../../apps/server/src/config/server-secret.ts'
import type { DbContext } from '../../apps/server/src/context.ts'
import { connect } from '../../apps/server/src/db/connect.ts'
import type { StartedServer } from './start-server.ts'

export interface StoredData {
  readonly ctx: DbContext<'secrets' | 'clock'>
}

/** Opens the SQLite file of a running server, for changes that no call makes. */
export async function besideServer<T>(
  { dataDir }: Pick<StartedServer, 'dataDir'>,
  work: (stored: StoredData) => Promise<T>,
): Promise<T> {
  const secrets = await loadServerSecrets({ dataDir, serverSecret: undefined })
  const database = connect({ databaseUrl: undefined, dataDir, besideServer: true })
  try {
    return await work({ ctx: { db: database.db, secrets, clock: Date.now } })
  } finally {
    await database.close()
  }
}
