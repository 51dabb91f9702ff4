import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import { createClock } from '../db/clock.ts'
import type { Database } from '../db/connect.ts'
import { createLog } from '../http/log/log.ts'
import { createContext } from '../instance/create-context.ts'

/** Everything that a transaction needs, on an opened database. Mails are queued, and a server sends them. */
export async function createToolContext(
  config: Config,
  database: Database,
  secrets: Context['secrets'],
): Promise<Context> {
  const log = createLog('silent')
  const clock = (await createClock(database)).now
  return createContext({ config, database, clock, log, secrets })
}
