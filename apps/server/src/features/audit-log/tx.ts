import type { Context } from '../../context.ts'
import { lockRows } from '../../db/lock-rows.ts'
import { commitTogether, type Inside, inTransaction } from '../../db/transaction.ts'
import type { Origin } from '../../http/route.ts'
import { type ActivityEvent, appendActivity } from './append-activity.ts'

/** Who acts, and from where. Null for the server itself. */
export interface Actor {
  readonly userId: number | null
  /** The personal token that acts for the user. */
  readonly tokenId?: string | null
  readonly origin: Origin | null
}

/** An event from its transaction: the actor is the transaction's, unless the event names another. */
export type TxEvent = Omit<ActivityEvent, keyof Actor> & Partial<Actor>

/** The context of a transaction that one actor runs. */
export interface Tx extends Inside<Context> {
  readonly actor: Actor
  /**
   * Records events. They are appended in this order when the work is done, because the head of the chain stays locked
   * from the first of them to the commit.
   */
  record(...events: readonly TxEvent[]): void
  /** Locks accounts until the commit: other transactions that count or change what they have wait. */
  lock(userIds: readonly number[]): Promise<void>
  /** Locks environments until the commit: no other transaction writes, re-keys or deletes them. */
  hold(environmentIds: readonly number[]): Promise<void>
}

type Work<T> = (tx: Tx) => Promise<T>

const withActor = async <T>(inside: Inside<Context>, actor: Actor, work: Work<T>): Promise<T> => {
  const events: ActivityEvent[] = []
  const result = await work({
    ...inside,
    actor,
    record: (...told) => {
      for (const event of told) events.push({ ...actor, ...event })
    },
    lock: (ids) => lockRows(inside, 'users', ids),
    hold: (ids) => lockRows(inside, 'environments', ids),
  })
  if (events.length > 0) await appendActivity(inside, events)
  return result
}

/** Runs an actor's work in one transaction, together with the events that it records. */
export const transact = <T>(ctx: Context, actor: Actor, work: Work<T>): Promise<T> =>
  inTransaction(ctx, (inside) => withActor(inside, actor, work))

/** {@link transact}, for work for which many callers wait: concurrent ones share one fsync. */
export const transactTogether = <T>(ctx: Context, actor: Actor, work: Work<T>): Promise<T> =>
  commitTogether(ctx, (inside) => withActor(inside, actor, work))
