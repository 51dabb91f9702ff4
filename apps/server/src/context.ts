import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import type { Config } from './config/config.ts'
import type { Database, Db, Engine } from './db/connect.ts'
import type { Transact, Trx } from './db/transaction.ts'
import type { Log } from './http/log/log.ts'
import type { Mail } from './mail/mail.ts'
import type { Fetch } from './outbound/create-fetch.ts'
import type { Payments } from './payments/provider.ts'

/**
 * The outside world, built by hand in create-context.ts only. Nothing in it changes: what does is in process-state.ts, or
 * passed beside it. Functions take the part they need: `DbContext<'clock'>`.
 */
export interface Context {
  readonly config: Config
  readonly db: Db
  readonly engine: Engine
  readonly groupCommit: Transact
  readonly poolLoad: Database['poolLoad']
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
  readonly mail: Mail
  /** The only way to call other servers: those of an allow-list, with limits of time and size. */
  readonly fetch: Fetch
  readonly payments: Payments
  readonly secrets: ServerSecrets
}

/** The part of a context that a function needs to read the database. */
export type DbContext<Part extends keyof Context = never> = Pick<Context, Part | 'db'>

/** The part of a context that a function needs to authenticate or decrypt what it is given. */
export type SecretsContext = Pick<Context, 'secrets'>

export type ClockContext = Pick<Context, 'clock'>

/** The part of a context that a function needs inside a transaction. */
export type TrxContext<Part extends keyof Context = never> = Pick<Context, Part> & { readonly db: Trx }
