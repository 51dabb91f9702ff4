import { buildApp, sweepsOf } from './app.ts'
import { readConfig } from './config/config.ts'
import { environment } from './config/env.ts'
import type { Context } from './context.ts'
import { createLog } from './http/log.ts'
import { createSweeper } from './jobs/sweeper.ts'
import { createMail } from './mail/create-mail.ts'
import { openData } from './open-data.ts'
import { stopOnSignals } from './stop.ts'

const addressOf = (host: string, port: number) => {
  const here = ['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'].includes(host)
  const name = here ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** Starts the server: settings, stored data, application, port – in this order, or not at all. */
export async function start(): Promise<void> {
  const config = readConfig(environment())
  const { database, secrets } = await openData(config)
  const { db, engine, commitTogether } = database
  const log = createLog(config.logLevel)
  const clock = Date.now
  const mail = createMail({ config, db, clock, log, secrets })
  const ctx: Context = { config, db, engine, commitTogether, clock, log, mail, secrets }
  const server = buildApp(ctx)
  const sweeper = createSweeper(ctx, sweepsOf(ctx))
  stopOnSignals({ server, sweeper, mail, database, log })
  await server.listen({ port: config.port, host: config.host })
  const bound = server.server.address()
  const url = addressOf(config.host, typeof bound === 'object' && bound ? bound.port : config.port)
  log.started({ url, engine, ms: Math.round(performance.now()) })
  sweeper.start()
  mail.start()
  process.stdout.write(`Envhold is ready at ${url}\n`)
}
