import { buildApp } from './app.ts'
import { readConfig } from './config/config.ts'
import { environment } from './config/env.ts'
import { lacksMail } from './config/lacks-mail.ts'
import type { Context } from './context.ts'
import { createClock } from './db/clock.ts'
import type { Database } from './db/connect.ts'
import type { Maintenance } from './db/maintain-storage.ts'
import { createNewestUsage } from './db/newest-usage.ts'
import { endProcess } from './db/sync-failure.ts'
import { createUsageDays } from './db/usage-partitions.ts'
import { createDrain } from './drain.ts'
import { reportForeignPasskeys } from './features/accounts/passkeys/report-foreign-passkeys.ts'
import { createLog } from './http/log.ts'
import { createNodeReport } from './jobs/node-report.ts'
import { createSweeper } from './jobs/sweeper.ts'
import { createMail } from './mail/create-mail.ts'
import { openData } from './open-data.ts'
import { createOutboundFetch } from './outbound-fetch.ts'
import { createPayments } from './payments/create-payments.ts'
import { reportReady } from './report-ready.ts'
import { startMaintenance } from './start-maintenance.ts'
import { stopOnSignals } from './stop.ts'
import { sweepsOf } from './sweeps.ts'

const addressOf = (host: string, port: number) => {
  const here = ['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'].includes(host)
  const name = here ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** The database, closed only after its last maintenance. */
const closing = (database: Database, maintenance: Maintenance) => ({
  close: async () => {
    await maintenance.stop()
    await database.close()
  },
})

/**
 * The reader of our output may exit before we do. Naming `process.stderr` also makes Node open a pipe or a socket
 * there without blocking, which the log relies on.
 */
const surviveClosedOutput = () => {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
}

/** Starts the server: settings, stored data, application, port, in this order, or not at all. */
export async function start({ acceptRestored }: { readonly acceptRestored: boolean }): Promise<void> {
  surviveClosedOutput()
  const config = readConfig(environment())
  const log = createLog(config.logLevel)
  const data = await openData(config, {
    restored: acceptRestored ? 'accept' : 'refuse',
    onFault: (fault) => log.storageFailed({ fault }),
    onSyncFailure: (error) => {
      log.syncFailed({ error })
      return endProcess()
    },
  })
  const { secrets, closedFiles } = data
  const { db, engine, commitTogether, faults } = data.database
  const time = await createClock(data.database)
  const clock = time.now
  await createUsageDays(data.database, clock())
  const mail = createMail({ config, db, clock, log, secrets })
  const fetch = createOutboundFetch(config)
  const payments = createPayments({ config, db, engine, clock, log, secrets, fetch })
  const ctx: Context = {
    config,
    db,
    engine,
    commitTogether,
    faults,
    newestUsage: createNewestUsage(),
    clock,
    log,
    mail,
    fetch,
    payments,
    secrets,
  }
  const database = closing(data.database, await startMaintenance(ctx, data, time))
  const drain = createDrain()
  const server = buildApp(ctx, { drain })
  const sweeper = createSweeper(ctx, sweepsOf(ctx))
  const nodeReport = createNodeReport(ctx)
  stopOnSignals({ server, sweeper, nodeReport, mail, database, log }, drain, config.drainSeconds * 1_000)
  await server.listen({ port: config.port, host: config.host })
  const bound = server.server.address()
  const url = addressOf(config.host, typeof bound === 'object' && bound ? bound.port : config.port)
  if (closedFiles.length > 0) log.filesClosed(closedFiles)
  if (lacksMail(config)) log.mailServerMissing(config.publicUrl)
  await reportForeignPasskeys(ctx)
  log.started({ url, engine, ms: Math.round(performance.now()) })
  sweeper.start()
  nodeReport.start()
  mail.start()
  process.stdout.write(`Envhold is ready at ${url}\n`)
  await reportReady(ctx, url)
}
