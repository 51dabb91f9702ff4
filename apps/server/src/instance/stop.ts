import type { Database } from '../db/connect.ts'
import type { Drain } from '../http/drain.ts'
import type { Log } from '../http/log/log.ts'
import type { HttpServer } from '../http/open-server.ts'

/** Ten seconds in total: running calls, what closes with them, and the database with its last checkpoint. */
const patience = { graceMs: 8_000, closingMs: 1_000 }
const letGoMs = 50
const ourFault = 70
const interrupted = 130

export interface Running {
  readonly server: HttpServer
  readonly database: Pick<Database, 'close'>
  readonly log: Log
}

/** Waits for something that should end, and no longer than this. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([work, late])
  clearTimeout(timer)
}

/**
 * Stops accepting, gives running calls some time, closes the database. A database that no longer responds delays
 * nothing: what it has not confirmed was not answered either.
 */
export async function stop(
  { server, database, log }: Running,
  { graceMs, closingMs } = patience,
): Promise<void> {
  const cutOff = setTimeout(() => server.server.closeAllConnections(), graceMs)
  // A connection that was answered during the stop would be kept alive for the next request.
  const letGo = setInterval(() => server.server.closeIdleConnections(), letGoMs)
  await within(graceMs + closingMs, server.close())
  clearTimeout(cutOff)
  clearInterval(letGo)
  await within(closingMs, database.close())
  log.stopped()
}

/** Ends the process once the log is written. A write that is stuck in the system would block the exit forever. */
async function exit(log: Log, code: number): Promise<void> {
  if (!(await log.flush())) process.kill(process.pid, 'SIGKILL')
  process.exit(code)
}

/**
 * Ends the process cleanly on SIGTERM and SIGINT, after `drainMs` in which it still serves. A further signal ends the
 * drain, and then the process; so does an uncaught error.
 */
export function stopOnSignals(running: Running, drain: Drain, drainMs: number): void {
  const { log } = running
  const failed = (error: unknown) => {
    log.taskFailed({ task: 'process', error })
    void exit(log, ourFault)
  }
  const drainAndStop = async () => {
    if (drainMs > 0) await drain.begin(drainMs)
    state = 'stopping'
    await stop(running)
    await exit(log, 0)
  }
  let state: 'serving' | 'draining' | 'stopping' = 'serving'
  const onSignal = (signal: string) => {
    if (state === 'stopping') process.exit(interrupted)
    if (state === 'draining') {
      drain.end()
      return
    }
    state = drainMs > 0 ? 'draining' : 'stopping'
    log.stopping({ signal })
    drainAndStop().catch(failed)
  }
  // In place of what ends a start.
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.removeAllListeners(name)
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  process.on('uncaughtException', failed)
  process.on('unhandledRejection', failed)
}
