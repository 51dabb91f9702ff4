import type { Context } from '../../context.ts'
import { lockRows } from '../../db/lock-rows.ts'
import { groupCommit, inTransaction, type WithTrx } from '../../db/transaction.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Origin } from '../../http/route.ts'
import type { Reservation } from '../../http/run-once.ts'
import { type ActivityEvent, appendActivity } from './append-activity.ts'
import { requireNotEnded } from './credential-store.ts'
import { requireEntriesLeft } from './require-entries-left.ts'
import { type Revocation, type RevocationRow, revocationText } from './revocation.ts'
import { insertRevocations } from './revocation-store.ts'

/** Who acts, and from where. Both are null for the server itself. */
export interface Actor {
  readonly userId: number | null
  /** The personal token that acts for the user. */
  readonly tokenId?: string | null
  readonly origin: Origin | null
}

/** Of events that others read about what an operator does to them: neither the operator nor the IP address is named. */
export const unnamedActor: Actor = { userId: null, tokenId: null, origin: null }

/** An event recorded by a transaction. It belongs to the transaction's actor unless it names another one. */
export type TxEvent = Omit<ActivityEvent, keyof Actor> & Partial<Actor>

/** The context inside a transaction of one actor. */
export interface Tx extends WithTrx<Context> {
  readonly actor: Actor
  /**
   * Records events. They are appended in this order when the work is done, because appending locks the chain's head
   * until the commit.
   */
  record(...events: readonly TxEvent[]): void
  /** Records what the transaction revokes, so that a restored backup can revoke it again. */
  revoked(...revocations: readonly Revocation[]): void
  /** Sets the id of what the call creates. If the answer is lost, a retry with the same Idempotency-Key gets the id. */
  created(id: number | string): void
  /**
   * Locks accounts until the commit. Other transactions that count or change what these accounts own wait.
   * @throws AppError UNAUTHENTICATED if the caller's session or token has ended since the call was authenticated
   */
  lock(userIds: readonly number[]): Promise<void>
  /** Locks environments until the commit. No other transaction can write, re-key or delete them. */
  hold(environmentIds: readonly number[]): Promise<void>
}

type Work<T> = (tx: Tx) => Promise<T>

interface Worked<T> {
  readonly result: T
  readonly revoked: readonly RevocationRow[]
}

const withActor = async <T>(
  inside: WithTrx<Context>,
  actor: Actor,
  work: Work<T>,
  reservation?: Reservation,
): Promise<Worked<T>> => {
  const events: ActivityEvent[] = []
  const revocations: Revocation[] = []
  const created: string[] = []
  const result = await work({
    ...inside,
    actor,
    record: (...recorded) => {
      for (const event of recorded) events.push({ ...actor, ...event })
    },
    revoked: (...some) => void revocations.push(...some),
    created: (id) => void created.push(String(id)),
    lock: async (ids) => {
      await lockRows(inside, 'users', ids)
      await requireNotEnded(inside, actor.origin?.caller)
    },
    hold: (ids) => lockRows(inside, 'environments', ids),
  })
  // What revokes something is never refused.
  if (revocations.length === 0) requireEntriesLeft(inside, events)
  await reservation?.markDone(inside, created[0])
  const revoked = revocations.length > 0 ? await insertRevocations(inside, revocations) : []
  if (events.length > 0) await appendActivity(inside, events)
  return { result, revoked }
}

/** Only what is committed is logged. */
const logged = <T>({ log }: Pick<Context, 'log'>, { result, revoked }: Worked<T>): T => {
  for (const row of revoked) log.revoked(revocationText(row))
  return result
}

/** Runs an actor's work in one transaction, together with the events that it records. */
export const transact = async <T>(ctx: Context, actor: Actor, work: Work<T>) =>
  logged(ctx, await inTransaction(ctx, (inside) => withActor(inside, actor, work)))

/** {@link transact}, for the work of a call that may have an Idempotency-Key: the transaction marks it as done. */
export const transactOnce = async <T>(
  ctx: Context,
  actor: Actor,
  reservation: Reservation | undefined,
  work: Work<T>,
): Promise<T> =>
  logged(ctx, await inTransaction(ctx, (inside) => withActor(inside, actor, work, reservation)))

/** {@link transact}, for frequent work: concurrent transactions share one fsync. */
export const transactInGroup = async <T>(ctx: Context, actor: Actor, work: Work<T>) =>
  logged(ctx, await groupCommit(ctx, (inside) => withActor(inside, actor, work)))

/** Who did something, and from where: the first fields of every event that a caller causes. */
export const actorOf = (caller: UserCaller, origin: Origin) => ({
  userId: caller.userId,
  tokenId: caller.kind === 'personal-token' ? caller.token.id : null,
  origin,
})
