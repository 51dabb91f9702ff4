import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Log } from '../http/log/log.ts'
import { createRunner } from '../jobs/runner.ts'
import { createDelivery } from './deliver.ts'
import type { Mail } from './mail.ts'
import type { ZoneOf } from './render-mail.ts'
import { createSendNow } from './send-now.ts'
import { sendQueued } from './sender.ts'

interface MailSetup {
  readonly config: Config
  readonly db: Db
  readonly clock: () => number
  readonly log: Log
  readonly secrets: Context['secrets']
  readonly zoneOf?: ZoneOf
}

/** From the stop to the end of an attempt under way. */
const lastMs = 8_000

export function createMail({ config, db, clock, log, secrets, zoneOf = async () => null }: MailSetup): Mail {
  const deliver = createDelivery(config)
  const url = config.publicUrl
  const hasServer = config.smtpUrl !== undefined
  const counts = { sent: 0, failed: 0 }
  const giveUp = new AbortController()
  let isStarted = false

  const deps = { db, clock, log, secrets, url, deliver, hasServer, zoneOf, counts }
  const queue = createRunner(deps, {
    name: 'mail',
    firstMs: 1_000,
    everyMs: 30_000,
    // After a call: the transaction has committed by the first time, or by the second if it had to wait.
    wakeMs: [50, 1_000],
    run: ({ signal }) => sendQueued(deps, { asked: signal, signal: giveUp.signal }),
  })
  const now = createSendNow(deps)

  return {
    hasServer,
    counts,
    sendDue: queue.runDue,
    wake: () => {
      if (isStarted) queue.wake()
    },
    start: () => {
      isStarted = true
      queue.start()
    },
    stop: async () => {
      const late = setTimeout(() => giveUp.abort(), lastMs)
      await Promise.all([queue.stop(), now.finished()])
      clearTimeout(late)
    },
    sendNow: now.sendNow,
    sendTest: now.sendTest,
  }
}
