import type { DbContext, TrxContext } from '../../context.ts'
import { sendBeforeCommit, together } from '../../db/pipeline.ts'
import { beginGraces, graceEndFrom, readGraceEnd, readGraceEnds } from './call-month-store.ts'
import { type HeldCalls, raiseCounters, readCounter, subtractRejected } from './key-counter-store.ts'
import {
  type Counts,
  monthOf,
  raiseWindows,
  readWindows,
  type WindowName,
  windowKeyText,
  windowNames,
} from './rate-window-store.ts'

/** How many calls each window allows; −1 for any number. */
export type CallLimits = Counts

/** A call to count: its limits, and the counter of each window. */
export interface LimitedCall {
  readonly limits: CallLimits
  /** An API key's id, or the counter of failed attempts on it. Counts hours and days. */
  readonly counter: string
  /** Counts the month for all keys of an owner, if the limits have one. */
  readonly ownerCounter: string
}

/** A call that is about to be recorded. */
export interface CallToCount extends LimitedCall {
  /** Whether the key itself was used, not only tried. */
  readonly used: boolean
  /** The response is 304: a full month does not reject it. */
  readonly isUnchanged: boolean
}

export interface Counted {
  /** The calls so far, including this one if it was admitted. A window that is not counted holds 0. */
  readonly counts: Counts
  /** The full window that rejected the call; null for an admitted call. Of several, the one that ends last. */
  readonly rejectedBy: WindowName | null
  /** The month is full, and does not reject calls for now. */
  readonly inGrace: boolean
}

const isFull = (limits: CallLimits, counts: Counts, window: WindowName) =>
  limits[window] >= 0 && counts[window] >= limits[window]

const fullWindow = (limits: CallLimits, counts: Counts, isMonthOpen: boolean) =>
  windowNames.findLast((window) => isFull(limits, counts, window) && !(isMonthOpen && window === 'month')) ??
  null

/** The result that a call would get now, without counting it. */
export async function previewCall(
  ctx: DbContext<'engine' | 'clock'>,
  { limits, counter, ownerCounter }: LimitedCall,
): Promise<Counted> {
  const now = ctx.clock()
  const [{ hour, day }, months] = await together(
    readCounter(ctx, counter, now),
    readWindows(ctx, limits.month < 0 ? [] : [monthOf(ownerCounter)], now),
  )
  const counts = { hour, day, month: months.get(windowKeyText(monthOf(ownerCounter))) ?? 0 }
  // A grace that has not begun begins with this call.
  const inGrace =
    isFull(limits, counts, 'month') &&
    ((await readGraceEnd(ctx, ownerCounter)) ?? Number.POSITIVE_INFINITY) > now
  return { counts, rejectedBy: fullWindow(limits, counts, inGrace), inGrace }
}

/** A counter of a key or an owner while a batch is decided. */
interface Slot {
  calls: number
  used: number
  rejected: number
  rejectedUses: number
  /** The calls that it holds, including those admitted so far. */
  hour: number
  day: number
  month: number
  /** When the grace of a full month ends; undefined: the month was not full, or it begins now. */
  graceEnd?: number
  /** The limit of the month is reached. */
  isFull?: boolean
}

type Slots = Map<string, Slot>
type Tx = TrxContext<'engine'>

/** The counters that a batch of calls raises, and what they hold. */
interface BothSlots {
  readonly keys: Slots
  readonly owners: Slots
}

/** What a batch of calls is counted in. */
export function slotsOf(calls: readonly CallToCount[]): BothSlots {
  const keys: Slots = new Map()
  const owners: Slots = new Map()
  for (const { counter, ownerCounter, limits, used } of calls) {
    countIn(keys, counter, used)
    if (limits.month >= 0) countIn(owners, ownerCounter, used)
  }
  return { keys, owners }
}

/**
 * Counts calls and decides, in their order, which of them the limits allow. One statement counts the hours, the days
 * and the uses of all keys, and one the months of owners whose plan limits them. A rejected call uses up no window:
 * further statements, under the same locks, subtract what the first ones counted, at the latest with the commit. Only
 * owners whose month is full cost more: when its grace ends is read, or its beginning written.
 */
export async function admitCalls(
  tx: Tx,
  calls: readonly CallToCount[],
  now: number,
): Promise<readonly Counted[]> {
  const slots = slotsOf(calls)
  const { owners } = slots
  const raised = raisedBy(slots)
  const [counters, months] = await together(
    raiseCounters(tx, raised.counters, now),
    raiseWindows(tx, raised.months, now),
  )
  noteCounts(slots, { counters, months })
  const full = fullMonths(calls, owners)
  const ends = full.length > 0 ? await readGraceEnds(tx.db, full, now) : undefined
  for (const [name, end] of ends ?? []) Object.assign(owners.get(name) ?? {}, { graceEnd: end })
  const counted = decideAll(calls, slots, now)
  const beginning = full.filter((name) => owners.get(name)?.isFull && !ends?.has(name))
  if (beginning.length > 0) await sendBeforeCommit(tx.db, beginGraces(tx.db, beginning, now))
  if (counted.some(({ rejectedBy }) => rejectedBy !== null)) await subtractAll(tx, slots, now)
  return counted
}

/** Decides on calls that are counted, in their order. */
export const decideAll = (
  calls: readonly CallToCount[],
  { keys, owners }: BothSlots,
  now: number,
): Counted[] =>
  calls.map((call) =>
    decide(
      call,
      keys.get(call.counter),
      call.limits.month < 0 ? undefined : owners.get(call.ownerCounter),
      now,
    ),
  )

function countIn(slots: Slots, name: string, used: boolean): void {
  let slot = slots.get(name)
  if (!slot) {
    slot = { calls: 0, used: 0, rejected: 0, rejectedUses: 0, hour: 0, day: 0, month: 0 }
    slots.set(name, slot)
  }
  slot.calls++
  if (used) slot.used++
}

/** What is added to the counters. */
export const raisedBy = ({ keys, owners }: BothSlots) => ({
  counters: [...keys].map(([counter, { calls, used }]) => ({ counter, calls, used })),
  months: [...owners].map(([name, { calls }]) => ({ ...monthOf(name), count: calls })),
})

/** Notes what the counters held before, from what they hold afterwards. */
export function noteCounts(
  { keys, owners }: BothSlots,
  {
    counters,
    months,
  }: { readonly counters: readonly HeldCalls[]; readonly months: ReadonlyMap<string, number> },
): void {
  for (const { counter, hour, day } of counters) {
    const slot = keys.get(counter)
    if (!slot) continue
    slot.hour = hour - slot.calls
    slot.day = day - slot.calls
  }
  for (const [name, slot] of owners)
    slot.month = (months.get(windowKeyText(monthOf(name))) ?? slot.calls) - slot.calls
}

/** The owners whose month these calls fill, or find full. */
function fullMonths(calls: readonly CallToCount[], owners: Slots): string[] {
  const full = new Set<string>()
  for (const { limits, ownerCounter } of calls) {
    const owner = limits.month < 0 ? undefined : owners.get(ownerCounter)
    if (owner && owner.month + owner.calls >= limits.month) full.add(ownerCounter)
  }
  return [...full]
}

function decide(
  { limits, used, isUnchanged }: CallToCount,
  key: Slot | undefined,
  owner: Slot | undefined,
  now: number,
): Counted {
  const countsNow = () => ({ hour: key?.hour ?? 0, day: key?.day ?? 0, month: owner?.month ?? 0 })
  const hasGrace = (owner?.graceEnd ?? graceEndFrom(now)) > now
  const rejectedBy = fullWindow(limits, countsNow(), hasGrace || isUnchanged)
  for (const slot of [key, owner])
    if (slot && rejectedBy) {
      slot.rejected++
      if (used) slot.rejectedUses++
    } else if (slot) {
      slot.hour++
      slot.day++
      slot.month++
    }
  const counts = countsNow()
  const isMonthFull = isFull(limits, counts, 'month')
  if (owner && isMonthFull) owner.isFull = true
  return { counts, rejectedBy, inGrace: isMonthFull && hasGrace }
}

async function subtractAll(tx: Tx, { keys, owners }: BothSlots, now: number): Promise<void> {
  const rejected = [...keys].flatMap(([counter, slot]) =>
    slot.rejected === 0
      ? []
      : {
          counter,
          calls: slot.rejected,
          used: slot.rejectedUses,
          unused: slot.rejectedUses === slot.used ? 1 : 0,
        },
  )
  const months = [...owners].flatMap(([name, slot]) =>
    slot.rejected === 0 ? [] : { ...monthOf(name), count: -slot.rejected },
  )
  await sendBeforeCommit(tx.db, subtractRejected(tx, rejected), raiseWindows(tx, months, now))
}
