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

export interface Counted {
  /** The calls so far, including this one if it was admitted. A window that is not counted holds 0. */
  readonly counts: Counts
  /** The full window that rejected the call; null for an admitted call. Of several, the one that ends last. */
  readonly rejectedBy: WindowName | null
}

const keysOf = ({ limits, counter, ownerCounter }: LimitedCall): WindowKey[] => [
  { principal: counter, window: 'hour' },
  { principal: counter, window: 'day' },
  ...(limits.month < 0 ? [] : [{ principal: ownerCounter, window: 'month' } as const]),
]

/** One counter while a batch is decided. */
interface Slot extends WindowKey {
  /** How many calls of the batch count here. */
  calls: number
  /** How many calls the counter holds, including those admitted so far. */
  held: number
  rejected: number
}

const fullWindow = (limits: CallLimits, slots: readonly Slot[]): WindowName | null =>
  slots.findLast(({ window, held }) => limits[window] >= 0 && held >= limits[window])?.window ?? null

function countsOf(slots: readonly Slot[]): Counts {
  const counts = { hour: 0, day: 0, month: 0 }
  for (const { window, held } of slots) counts[window] = held
  return counts
}

type Ctx = Pick<Context, 'engine'>

/** The result that a call would get now, without counting it. */
export async function previewCall(
  ctx: Pick<Context, 'engine' | 'db' | 'clock'>,
  call: LimitedCall,
): Promise<Counted> {
  const keys = keysOf(call)
  const held = await readWindows(ctx, keys, ctx.clock())
  const slots = keys.map((key) => ({
    ...key,
    calls: 1,
    held: held.get(windowKeyText(key)) ?? 0,
    rejected: 0,
  }))
  return { counts: countsOf(slots), rejectedBy: fullWindow(call.limits, slots) }
}

/**
 * Counts calls in one statement and decides, in their order, which of them the limits allow. A rejected call uses up no
 * window: a second statement, under the same locks, subtracts what the first one counted.
 */
export async function admitCalls(
  tx: Ctx & { readonly db: Trx },
  calls: readonly LimitedCall[],
  now: number,
): Promise<readonly Counted[]> {
  const slots = new Map<string, Slot>()
  const slotsOf = calls.map((call) => keysOf(call).map((key) => slotFor(slots, key)))
  const all = [...slots.values()]
  const held = await raiseWindows(tx, countedBy(all, 'calls'), now)
  for (const [text, slot] of slots) slot.held = (held.get(text) ?? slot.calls) - slot.calls
  const counted = calls.map(({ limits }, index): Counted => {
    const of = slotsOf[index] ?? []
    const rejectedBy = fullWindow(limits, of)
    for (const slot of of) slot[rejectedBy ? 'rejected' : 'held']++
    return { counts: countsOf(of), rejectedBy }
  })
  const taken = countedBy(all, 'rejected').filter(({ count }) => count > 0)
  await raiseWindows(
    tx,
    taken.map((window) => ({ ...window, count: -window.count })),
    now,
  )
  return counted
}

function slotFor(slots: Map<string, Slot>, key: WindowKey): Slot {
  const text = windowKeyText(key)
  const slot = slots.get(text) ?? { ...key, calls: 0, held: 0, rejected: 0 }
  slot.calls++
  slots.set(text, slot)
  return slot
}

const countedBy = (slots: readonly Slot[], count: 'calls' | 'rejected'): WindowCount[] =>
  slots.map((slot) => ({ principal: slot.principal, window: slot.window, count: slot[count] }))
