import { afterAll } from 'vitest'
import type { Engine } from '../../apps/server/src/db/connect.ts'
import { filledBeforeAll } from './filled-before-all.ts'
import { databaseSettings } from './new-database.ts'
import { type StartedServer, startServer } from './start-server.ts'

/** A server in a process of its own for all tests of the surrounding block, which ends after them. */
export function withServer(engine: Engine): StartedServer {
  const server = filledBeforeAll(async () =>
    startServer({ engine, settings: await databaseSettings(engine) }),
  )
  afterAll(() => server.stop())
  return server
}
