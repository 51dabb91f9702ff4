import { callGraceDays } from '@envhold/contract/billing/plans.ts'
import type { DbContext, TrxContext } from '../../context.ts'
import { deleteRows } from '../../db/affected-rows.ts'
import type { Db } from '../../db/connect.ts'
import { clockToleranceMs, isCurrent } from '../../db/count-windows.ts'
import { tableRows } from '../../db/table-rows.ts'
import type { Row } from '../../db/tables.ts'
import { daysMs } from '../../jobs/retention-rule.ts'

const stored = tableRows('call_months')

export type CallMonth = Row<'call_months'>

/** The principal of an owner, whose keys share a month. */
export const ownerPrincipal = (userId: number) => `owner/${userId}`
export const ownerOf = (principal: string) => Number(principal.slice('owner/'.length))

/** Longer than a quarter. */
export const callMonthDays = 100
const graceMs = daysMs(callGraceDays)

function quarterStart(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - (date.getUTCMonth() % 3))
}

/**
 * When the grace of this quarter ends or ended; null: it has not begun. One that began further ahead than clocks differ
 * was written under a wrong clock.
 */
function graceEnd(begun: number | null | undefined, now: number): number | null {
  const current = { earliest: quarterStart(now), latest: now + clockToleranceMs }
  return typeof begun === 'number' && isCurrent(begun, current) ? begun + graceMs : null
}

/** When the grace of an owner ends or ended, as {@link graceEnd} has it. */
export async function readGraceEnd({ db, clock }: DbContext<'clock'>, principal: string) {
  return graceEnd((await stored.find({ db }, { principal }))?.grace_began_at, clock())
}

/** The same for several owners; those without one are missing. */
export async function readGraceEnds(
  db: Db,
  principals: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await stored.list({ db }, { principal: principals })
  return new Map(
    rows.flatMap(({ principal, grace_began_at }) => {
      const end = graceEnd(grace_began_at, now)
      return end === null ? [] : [[principal, end]]
    }),
  )
}

/** When a grace ends that begins now. */
export const graceEndFrom = (now: number) => now + graceMs

const notNotified = { notified_month: 0, notified: 0, notified_limit: 0, mail_id: null }

/** Begins the grace of owners, whose months are locked. */
export async function beginGraces(db: Db, principals: readonly string[], now: number): Promise<void> {
  if (principals.length === 0) return
  const rows = principals.toSorted().map((principal) => ({ principal, ...notNotified, grace_began_at: now }))
  await db
    .insertInto('call_months')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('principal')
        .doUpdateSet(({ ref }) => ({ grace_began_at: ref('excluded.grace_began_at') })),
    )
    .execute()
}

/** What an owner was notified of, locked until the commit: of two nodes, the second waits. */
export async function lockCallMonth({ db, engine }: TrxContext<'engine'>, principal: string) {
  await db
    .insertInto('call_months')
    .values({ principal, ...notNotified, grace_began_at: null })
    .onConflict((conflict) => conflict.column('principal').doNothing())
    .execute()
  return await db
    .selectFrom('call_months')
    .selectAll()
    .where('principal', '=', principal)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
}

export const saveNotified = (
  { db }: TrxContext,
  principal: string,
  notified: Omit<CallMonth, 'principal' | 'grace_began_at'>,
) => stored.update({ db }, { principal }, notified)

/** What some owners were notified of. */
export const listCallMonths = (db: Db, principals: readonly string[]) =>
  stored.list({ db }, { principal: principals })

/** Deletes rows that no longer matter. @returns how many rows there were */
export const deleteCallMonths = (db: Db, before: number) =>
  deleteRows(
    db
      .deleteFrom('call_months')
      .where('notified_month', '<', before)
      .where(({ or, eb }) => or([eb('grace_began_at', 'is', null), eb('grace_began_at', '<', before)])),
  )
