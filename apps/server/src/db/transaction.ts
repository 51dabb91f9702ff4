import type { Kysely, Transaction } from 'kysely'
import { isStalePlan } from './postgres/named-statements.ts'
import type { Tables } from './tables.ts'

/** Runs work in its own transaction, and resolves once that is durable. */
export type Transact = <T>(work: (trx: Trx) => Promise<T>, options?: TransactOptions) => Promise<T>

export interface TransactOptions {
  /**
   * Sends the first statements together with BEGIN, which saves a round trip on PostgreSQL. If BEGIN fails, they run
   * outside the transaction before the work fails. So they must do no harm alone: a lock, a read, a count too many.
   */
  readonly sendWithBegin?: boolean
  /**
   * Work that needs no result of the commit, done while the disk or the database works on that; once more if the
   * transaction is repeated. It must not throw.
   */
  readonly whileCommitting?: () => void
}

/** A transaction in progress: its changes take effect together or not at all. */
export type Trx = Transaction<Tables>

const retries = 4
const serializationFailure = '40001'
const deadlock = '40P01'
/** PostgreSQL had ended it when a statement came, because this process stood still inside it. */
const idleInTransaction = '25P03'

const isPassing = (error: unknown) =>
  isStalePlan(error) ||
  (error instanceof Error &&
    'code' in error &&
    (error.code === serializationFailure || error.code === deadlock || error.code === idleInTransaction))

/** Runs a transaction again if PostgreSQL aborted it because it conflicted with another. */
export async function retryConflicts<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if (!isPassing(error) || attempt === retries) throw error
    }
  }
}

/**
 * Runs `work` in one transaction. Nothing slow (Argon2, mail, a provider) may happen inside. PostgreSQL aborts a
 * transaction that conflicts with another; it is run again, so `work` must not change anything outside.
 */
export const runTransaction = <T>(db: Kysely<Tables>, work: (trx: Trx) => Promise<T>) =>
  retryConflicts(() => db.transaction().execute(work))

interface Connected {
  readonly db: Kysely<Tables>
}

/** The same dependencies inside a transaction: `db` is the transaction. */
export type WithTrx<Deps extends Connected> = Omit<Deps, 'db'> & { readonly db: Trx }

/** {@link runTransaction}, for work that takes its dependencies as one object. */
export const inTransaction = <Deps extends Connected, T>(
  deps: Deps,
  work: (tx: WithTrx<Deps>) => Promise<T>,
): Promise<T> => runTransaction(deps.db, (db) => work({ ...deps, db }))

/** {@link inTransaction}, for writes for which many callers wait: concurrent ones share one fsync. */
export const groupCommit = <Deps extends Connected & { readonly groupCommit: Transact }, T>(
  deps: Deps,
  work: (tx: WithTrx<Deps>) => Promise<T>,
  options?: TransactOptions,
): Promise<T> => deps.groupCommit((db) => work({ ...deps, db }), options)
