import type { Insertable, Updateable } from 'kysely'
import type { DbContext, TrxContext } from '../../../context.ts'
import { deleteRows, updatesRow } from '../../../db/affected-rows.ts'
import { tableRows } from '../../../db/table-rows.ts'
import type { Row, Tables } from '../../../db/tables.ts'

export type StoredEvent = Row<'webhook_events'>

/** @returns false if the provider has delivered this event before */
export async function insertEvent(
  { db }: DbContext,
  event: Omit<Insertable<Tables['webhook_events']>, 'state' | 'attempts' | 'next_attempt_at'>,
): Promise<boolean> {
  const isOther = event.about === 'other'
  const stored = await db
    .insertInto('webhook_events')
    .values({
      ...event,
      state: isOther ? 'ignored' : 'new',
      attempts: 0,
      next_attempt_at: isOther ? null : event.received_at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .executeTakeFirst()
  return stored.numInsertedOrUpdatedRows === 1n
}

type EventId = Pick<StoredEvent, 'provider' | 'event_id'>

/** Changes an event that is still to be processed. */
const changed = (
  { db }: DbContext,
  { provider, event_id }: EventId,
  change: Updateable<Tables['webhook_events']>,
) =>
  db
    .updateTable('webhook_events')
    .set(change)
    .where('provider', '=', provider)
    .where('event_id', '=', event_id)
    .where('state', '=', 'new')

/** The next attempt of an event that the worker leaves to the daily reconciliation. */
export const noAttempt = Number.MAX_SAFE_INTEGER
/** Longer than any wait: an event that is due later was postponed by a clock that was ahead. */
const maxWaitMs = 24 * 3_600_000

/**
 * Claims the oldest event that is due: another node claims another one. If this process dies, the event
 * is due again when the reservation ends.
 */
export async function claimDueEvent(
  { db }: DbContext,
  now: number,
  reservedUntil: number,
): Promise<StoredEvent | undefined> {
  const due = await db
    .selectFrom('webhook_events')
    .selectAll()
    .where('state', '=', 'new')
    .where((is) =>
      is.or([
        is('next_attempt_at', '<=', now),
        is.and([is('next_attempt_at', '>', now + maxWaitMs), is('next_attempt_at', '<', noAttempt)]),
      ]),
    )
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  if (!due) return undefined
  const attempts = due.attempts + 1
  const claim = changed({ db }, due, { next_attempt_at: reservedUntil, attempts })
  return (await updatesRow(claim.where('attempts', '=', due.attempts)))
    ? { ...due, attempts }
    : claimDueEvent({ db }, now, reservedUntil)
}

/** @returns false if it was closed before */
export const closeEvent = (ctx: DbContext, id: EventId, state: 'done' | 'ignored'): Promise<boolean> =>
  updatesRow(changed(ctx, id, { state, next_attempt_at: null }))

export const retryEventAt = (ctx: DbContext, id: EventId, next_attempt_at: number) =>
  changed(ctx, id, { next_attempt_at }).execute()

/** Whether another event reported this state of a dispute, or a later one. Events arrive in any order. */
export const isKnownDispute = (ctx: DbContext, { provider, dispute_id, dispute_state }: StoredEvent) =>
  tableRows('webhook_events').has(ctx, {
    provider,
    dispute_id,
    state: 'done',
    ...(dispute_state !== 'open' && { dispute_state }),
  })

export const deleteEventsBefore = ({ db }: TrxContext, time: number): Promise<number> =>
  deleteRows(db.deleteFrom('webhook_events').where('received_at', '<', time))

const searchedEvents = 10_000

/** The newest event of each provider among the newest of all. */
export async function readLastEvents({
  db,
}: DbContext): Promise<ReadonlyMap<string, { readonly type: string; readonly at: number }>> {
  const newest = db
    .selectFrom('webhook_events')
    .select(['provider', 'received_at'])
    .orderBy('received_at', 'desc')
    .limit(searchedEvents)
  const times = await db
    .selectFrom(newest.as('newest'))
    .select(({ fn }) => ['provider', fn.max('received_at').as('at')])
    .groupBy('provider')
    .execute()
  const last = times.map(async ({ provider, at }) => {
    const event = await db
      .selectFrom('webhook_events')
      .select('type')
      .where('received_at', '=', at)
      .where('provider', '=', provider)
      .limit(1)
      .executeTakeFirst()
    return [provider, { type: event?.type ?? '', at }] as const
  })
  return new Map(await Promise.all(last))
}
