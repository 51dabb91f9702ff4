import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { canonical } from '../features/users/canonical.ts'
import { findTimeZone } from '../features/users/user-store.ts'
import { createMail } from '../mail/create-mail.ts'
import { createPayments } from '../payments/create-payments.ts'
import { createOutboundFetch } from '../payments/outbound-origins.ts'

interface ContextParts extends Pick<Context, 'clock' | 'log' | 'secrets'> {
  readonly config: Config
  readonly database: Pick<Database, 'db' | 'engine' | 'groupCommit' | 'poolLoad'>
}

/** What the server and each tool work with, on an open database. */
export function createContext({ config, database, clock, log, secrets }: ContextParts): Context {
  const { db, engine, groupCommit, poolLoad } = database
  const mail = createMail({
    config,
    db,
    clock,
    log,
    secrets,
    zoneOf: (email) => findTimeZone(db, canonical(email)),
  })
  const fetch = createOutboundFetch(config)
  const payments = createPayments({ config, db, engine, clock, log, secrets, fetch })
  return {
    config,
    db,
    engine,
    groupCommit,
    poolLoad,
    clock,
    log,
    mail,
    fetch,
    payments,
    secrets,
  }
}
