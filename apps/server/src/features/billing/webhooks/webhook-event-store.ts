import type { DbContext, TrxContext } from '../../../context.ts'
import type { Row } from '../../../db/tables.ts'

export type StoredEvent = Row<'webhook_events'>

/** @returns false if the provider has delivered this event before */
export async function insertEvent(
  { db }: DbContext,
  event: Omit<StoredEvent, 'state' | 'attempts' | 'next_attempt_at'>,
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
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  if (!due) return undefined
  const { numUpdatedRows } = await db
    .updateTable('webhook_events')
    .set({ next_attempt_at: reservedUntil, attempts: due.attempts + 1 })
    .where('provider', '=', due.provider)
    .where('event_id', '=', due.event_id)
    .where('state', '=', 'new')
    .where('attempts', '=', due.attempts)
    .executeTakeFirst()
  return numUpdatedRows === 1n
    ? { ...due, attempts: due.attempts + 1 }
    : claimDueEvent({ db }, now, reservedUntil)
}

type EventId = Pick<StoredEvent, 'provider' | 'event_id'>

/** @returns false if it was closed before */
export async function closeEvent(
  { db }: DbContext,
  { provider, event_id }: EventId,
  state: 'done' | 'ignored',
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_events')
    .set({ state, next_attempt_at: null })
    .where('provider', '=', provider)
    .where('event_id', '=', event_id)
    .where('state', '=', 'new')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const retryEventAt = async (
  { db }: DbContext,
  { provider, event_id }: EventId,
  next_attempt_at: number,
): Promise<void> => {
  await db
    .updateTable('webhook_events')
    .set({ next_attempt_at })
    .where('provider', '=', provider)
    .where('event_id', '=', event_id)
    .where('state', '=', 'new')
    .execute()
}

export const deleteEventsBefore = async ({ db }: TrxContext, time: number): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_events')
    .where('received_at', '<', time)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
