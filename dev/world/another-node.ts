// A second node on a test's PostgreSQL, with its own connections and memory, as behind a load balancer.

import { buildApp } from '../../apps/server/src/app.ts'
import { connect } from '../../apps/server/src/db/connect.ts'
import { createContext } from '../../apps/server/src/instance/create-context.ts'
import type { TestApp } from './app-for-tests.ts'
import { openTurns } from './open-turns.ts'
import { queueingLimiter } from './queueing-limiter.ts'

export interface AnotherNode {
  /** Without `/api`. */
  readonly url: string
  readonly stop: () => Promise<void>
}

/** @param databaseUrl another way to the same database */
export async function anotherNode(
  { ctx }: Pick<TestApp, 'ctx'>,
  databaseUrl = ctx.config.databaseUrl?.reveal(),
): Promise<AnotherNode> {
  if (!databaseUrl) throw new Error('SQLite has one node')
  const database = connect({ databaseUrl, dataDir: ctx.config.dataDir })
  const { config, clock, log, secrets } = ctx
  const { server } = buildApp(createContext({ config, database, clock, log, secrets }), {
    faults: database.faults,
    limiter: queueingLimiter(),
    turns: openTurns(),
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    stop: async () => {
      server.server.closeAllConnections()
      await server.close()
      await database.close()
    },
  }
}
