import { readConfig } from '../config/config.ts'
import { environment } from '../config/env.ts'
import { lacksMail, lacksPublicUrl } from '../config/is-public.ts'
import { reportForeignPasskeys } from '../features/accounts/passkeys/usable-passkeys.ts'
import { createLog } from '../http/log/log.ts'
import { sellsInTestMode } from '../payments/settings/payment-settings.ts'
import { tuneGarbageCollection } from './garbage-collection.ts'
import { inheritedSocket } from './inherited-socket.ts'
import { openInstance } from './open-instance.ts'
import { reportReady } from './report-ready.ts'
import { stopOnSignals } from './stop.ts'

const addressOf = (host: string, port: number) => {
  const here = ['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'].includes(host)
  const name = here ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/**
 * The reader of our output may exit before we do. Naming `process.stderr` also makes Node open a pipe or a socket
 * there without blocking, which the log relies on.
 */
const surviveClosedOutput = () => {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
}

/** Starts the server of this process, with settings from its environment. */
export async function start({ acceptRestored }: { readonly acceptRestored: boolean }): Promise<void> {
  surviveClosedOutput()
  const config = readConfig(environment())
  const log = createLog(config.logLevel, {
    format: config.logFormat ?? (process.stderr.isTTY ? 'text' : 'json'),
  })
  const instance = await openInstance(config, { log, acceptRestored })
  const { ctx, server, drain, closedFiles } = instance
  stopOnSignals(instance, drain, config.drainSeconds * 1_000)
  await server.listen(inheritedSocket(environment()) ?? { port: config.port, host: config.host })
  const bound = server.server.address()
  const url = addressOf(config.host, typeof bound === 'object' && bound ? bound.port : config.port)
  if (closedFiles.length > 0) log.filesClosed(closedFiles)
  if (lacksPublicUrl(config)) log.publicUrlMissing(config.publicUrl)
  if (lacksMail(config)) log.mailServerMissing(config.publicUrl)
  if (await sellsInTestMode(ctx)) log.paymentsInTestMode(config.publicUrl)
  await reportForeignPasskeys(ctx)
  log.started({ url, engine: ctx.engine, ms: Math.round(performance.now()) })
  instance.startWork()
  process.stdout.write(`Envhold is ready at ${url}\n`)
  await reportReady(ctx, url)
  tuneGarbageCollection()
}
