import type { Context } from '../../context.ts'
import type { Trx } from '../../db/transaction.ts'
import {
  type Counts,
  raiseWindows,
  readWindows,
  type WindowCount,
  type WindowKey,
  type WindowName,
  windowKeyText,
  windowNames,
} from './rate-window-store.ts'

/** How many calls each window allows; −1 for any number. */
export type CallLimits = Counts

/** A call to be counted: what limits it, and which counter each window is kept in. */
export interface LimitedCall {
  readonly limits: CallLimits
  /** An API key's id, or that of failed attempts on it: counts hours and days. */
  readonly counter: string
  /** Counts the month, for all keys of an owner, where the limits have one. */
  readonly ownerCounter: string
}

export interface Counted {
  /** The calls so far; this one included if it was admitted. A window that is not counted holds 0. */
  readonly counts: Counts
  /** The limited window that was full; null for an admitted call. Of several, the one that ends last. */
  readonly rejectedBy: WindowName | null
}

const keysOf = ({ limits, counter, ownerCounter }: LimitedCall): WindowKey[] => [
  { principal: counter, window: 'hour' },
  { principal: counter, window: 'day' },
  ...(limits.month < 0 ? [] : [{ principal: ownerCounter, window: 'month' } as const]),
]

const fullWindow = (limits: CallLimits, counts: Counts): WindowName | null =>
  windowNames.findLast((window) => limits[window] >= 0 && counts[window] >= limits[window]) ?? null

function countsOf(call: LimitedCall, held: ReadonlyMap<string, number>): Counts {
  const counts = { hour: 0, day: 0, month: 0 }
  for (const key of keysOf(call)) counts[key.window] = held.get(windowKeyText(key)) ?? 0
  return counts
}

type Ctx = Pick<Context, 'engine'>

/** What a call would hear now, without counting it. */
export async function previewCall(
  ctx: Pick<Context, 'engine' | 'db' | 'clock'>,
  call: LimitedCall,
): Promise<Counted> {
  const counts = countsOf(call, await readWindows(ctx, ctx.db, keysOf(call), ctx.clock()))
  return { counts, rejectedBy: fullWindow(call.limits, counts) }
}

/**
 * Counts calls in one statement and decides which of them their limits allow, in their order. A rejected call uses up
 * no window: what it took is given back in a second statement, under the same locks.
 */
export async function admitCalls(
  ctx: Ctx,
  trx: Trx,
  calls: readonly LimitedCall[],
  now: number,
): Promise<readonly Counted[]> {
  const wanted = sumOf(calls)
  const held = new Map(await raiseWindows(ctx, trx, [...wanted.values()], now))
  for (const [key, { count }] of wanted) held.set(key, (held.get(key) ?? count) - count)
  const rejected: LimitedCall[] = []
  const counted = calls.map((call): Counted => {
    const rejectedBy = fullWindow(call.limits, countsOf(call, held))
    if (rejectedBy) rejected.push(call)
    else for (const key of keysOf(call).map(windowKeyText)) held.set(key, (held.get(key) ?? 0) + 1)
    return { counts: countsOf(call, held), rejectedBy }
  })
  const taken = [...sumOf(rejected).values()].map((window) => ({ ...window, count: -window.count }))
  await raiseWindows(ctx, trx, taken, now)
  return counted
}

function sumOf(calls: readonly LimitedCall[]): ReadonlyMap<string, WindowCount> {
  const sums = new Map<string, WindowCount>()
  for (const key of calls.flatMap(keysOf)) {
    const text = windowKeyText(key)
    sums.set(text, { ...key, count: (sums.get(text)?.count ?? 0) + 1 })
  }
  return sums
}
