import type { FastifyInstance } from 'fastify'
import type { Database } from './db/connect.ts'
import type { Log } from './http/log.ts'
import type { Sweeper } from './jobs/sweeper.ts'

const graceMs = 10_000
const letGoMs = 50
const ourFault = 70
const interrupted = 130

interface Running {
  readonly server: FastifyInstance
  readonly sweeper: Sweeper
  readonly database: Pick<Database, 'close'>
  readonly log: Log
}

/** Stops accepting, lets what runs finish for a while, closes the database. */
async function stop({ server, sweeper, database, log }: Running): Promise<void> {
  const cutOff = setTimeout(() => server.server.closeAllConnections(), graceMs)
  // A connection that was answered while closing would be kept alive for the next request.
  const letGo = setInterval(() => server.server.closeIdleConnections(), letGoMs)
  await Promise.all([server.close(), sweeper.stop()])
  clearTimeout(cutOff)
  clearInterval(letGo)
  await database.close()
  log.stopped()
}

/** Ends the process well on SIGTERM and SIGINT, and at once on a second one or on an error that nobody caught. */
export function stopOnSignals(running: Running): void {
  const { log } = running
  const failed = (error: unknown) => {
    log.taskFailed({ task: 'process', error })
    log.flush()
    process.exit(ourFault)
  }
  let stopping = false
  const onSignal = (signal: string) => {
    if (stopping) process.exit(interrupted)
    stopping = true
    log.stopping({ signal })
    stop(running).then(() => {
      log.flush()
      process.exit(0)
    }, failed)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  process.on('uncaughtException', failed)
  process.on('unhandledRejection', failed)
}
