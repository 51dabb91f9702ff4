import { Secret } from '../../apps/server/src/config/secrets.ts'
import { loadServerSecrets } from '../../apps/server/src/config/server-secret.ts'
import { connect } from '../../apps/server/src/db/connect.ts'

type Settings = Readonly<Record<string, string>>

/** Opens the database beside the server that uses it. */
export const openBeside = ({ DATABASE_URL, DATA_DIR = '' }: Settings) =>
  connect({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR, besideServer: true })

export type OpenedDatabase = ReturnType<typeof openBeside>

/** The server secret of a server with these settings. */
export const secretsOf = ({ SERVER_SECRET, DATA_DIR = '' }: Settings) =>
  loadServerSecrets({
    dataDir: DATA_DIR,
    serverSecret: SERVER_SECRET ? new Secret(SERVER_SECRET) : undefined,
  })
