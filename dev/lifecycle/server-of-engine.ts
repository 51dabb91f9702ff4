import { newServerSecret } from '@envhold/integrity/server-secret.ts'
import type { Engine } from '../../apps/server/src/db/connect.ts'
import { newDatabase } from '../world/new-database.ts'
import { type MovedServer, startMovedServer } from './moved-server.ts'

/** A server on an empty database of this engine. */
export const movedServer = async (
  engine: Engine,
  settings: Readonly<Record<string, string>> = {},
): Promise<MovedServer> =>
  engine === 'sqlite'
    ? await startMovedServer({ settings })
    : await startMovedServer({
        postgresUrl: await newDatabase(),
        settings: { SERVER_SECRET: newServerSecret(), ...settings },
      })
