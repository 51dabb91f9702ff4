import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import { createClock } from '../db/clock.ts'
import type { Database } from '../db/connect.ts'
import { createNewestUsage } from '../db/newest-usage.ts'
import { createLog } from '../http/log.ts'
import { createMail } from '../mail/create-mail.ts'
import { createOutboundFetch } from '../outbound-fetch.ts'
import { createPayments } from '../payments/create-payments.ts'

/** Everything that a transaction needs, on an opened database. Mails are queued, and a server sends them. */
export async function createToolContext(
  config: Config,
  database: Database,
  secrets: Context['secrets'],
): Promise<Context> {
  const log = createLog('silent')
  const { db, engine, commitTogether, faults } = database
  const clock = (await createClock(database)).now
  const mail = createMail({ config, db, clock, log, secrets })
  const fetch = createOutboundFetch(config)
  const payments = createPayments({ config, db, engine, clock, log, secrets, fetch })
  return {
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
}
