import { readConfig } from '../config/config.ts'
import { environment } from '../config/env.ts'
import type { Context } from '../context.ts'
import { createClock } from '../db/clock.ts'
import { createLog } from '../http/log.ts'
import { createMail } from '../mail/create-mail.ts'
import { openData } from '../open-data.ts'
import { createOutboundFetch } from '../outbound-fetch.ts'
import { createPayments } from '../payments/create-payments.ts'
import { openForVerifying } from '../verify/open-for-verifying.ts'

/**
 * Opens the stored data to change it, with everything that a transaction needs. On PostgreSQL this works beside running
 * servers. A SQLite folder belongs to one process: a server that uses it must be stopped first.
 * @throws ConfigError, FolderHeldError, StorageRejection, or a database error
 */
export async function openForChanging<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
  // Before anything is opened for writing: a database of another version is not migrated by a tool.
  await openForVerifying(async () => {})
  const config = readConfig(environment())
  const log = createLog('silent')
  const { database, secrets } = await openData(config)
  try {
    const { db, engine, commitTogether, faults } = database
    const clock = (await createClock(database)).now
    const mail = createMail({ config, db, clock, log, secrets })
    const fetch = createOutboundFetch(config)
    const payments = createPayments({ config, db, engine, clock, log, secrets, fetch })
    return await work({
      config,
      db,
      engine,
      commitTogether,
      faults,
      clock,
      log,
      mail,
      fetch,
      payments,
      secrets,
    })
  } finally {
    await database.checkpoint()
    await database.close()
  }
}
