import { auditMac } from '@envhold/vault/audit.ts'
import type { Context } from '../../context.ts'
import { createBatch } from '../../db/batch.ts'
import type { UsageTable } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'
import { type ActivityEvent, appendActivity } from './append-activity.ts'
import { insertUsage, moveHead, takeHead } from './chain-store.ts'
import { entryDigest } from './entry-digest.ts'
import { type Counts, raiseWindows, windowNames } from './rate-window-store.ts'

/** How many calls a key may make in each window; −1 for any number. */
export type CallLimits = Counts

/** One call made with an API key, as it will stand in the usage log if the limits let it through. */
export interface UsageEvent {
  readonly keyId: string
  readonly projectId: number
  readonly environmentId: number | null
  readonly environmentName: string
  readonly method: string
  readonly endpoint: string
  readonly status: number
  readonly variables: number
  readonly durationUs: number
  readonly ip: string
  readonly requestId: string
  readonly limits: CallLimits
  /** Whose counters to raise: the key's own, or those of refused attempts on it. */
  readonly counter: string
  /** Whether the key itself was used, and not merely tried. */
  readonly used: boolean
  /** What to tell the key's owner in the same commit, now that the counts are known. */
  readonly tell: (counted: Counted) => readonly ActivityEvent[]
}

export interface Counted {
  readonly allowed: boolean
  /** This call included. */
  readonly counts: Counts
}

/** Counts and writes down every call of an API key. Concurrent ones share one commit. */
export interface UsageRecorder {
  /** Resolves once the call is counted and its row durable; nothing may be answered before. */
  record(event: UsageEvent): Promise<Counted>
}

/** Marks a key as used, in the recorder's transaction. */
export type MarkUsed = (trx: Trx, keyId: string, calls: number, at: number) => Promise<void>

/** What the chain vouches for, in this order: kept as a digest, so that the content can be erased. */
export const usageDigest = (row: Omit<UsageTable, 'mac' | 'digest' | 'erased'>): Uint8Array =>
  entryDigest([
    row.at,
    row.api_key_id,
    row.project_id,
    row.environment_id,
    row.environment_name,
    row.method,
    row.endpoint,
    row.status_code,
    row.variables_count,
    row.duration_us,
    row.ip,
    row.request_id,
  ])

const isWithin = (limits: CallLimits, counts: Counts) =>
  windowNames.every((window) => limits[window] < 0 || counts[window] <= limits[window])

const minus = (counts: Counts, calls: number): Counts => ({
  hour: counts.hour - calls,
  day: counts.day - calls,
  month: counts.month - calls,
})

type Ctx = Pick<Context, 'db' | 'engine' | 'commitTogether' | 'clock' | 'secrets'>

export function createUsageRecorder(ctx: Ctx, markUsed: MarkUsed): UsageRecorder {
  const batch = createBatch<UsageEvent, Counted>((events) =>
    ctx.commitTogether(async (trx) => {
      const counted = await countAll(ctx, trx, markUsed, events)
      const told = events.flatMap((event, index) => event.tell(counted[index] as Counted))
      await appendUsage(ctx, trx, events, counted)
      if (told.length > 0) await appendActivity(ctx, trx, told)
      return counted
    }),
  )
  return { record: (event) => batch.add(event) }
}

/** Raises each counter once, in the order of their names so that nodes never wait for one another in a ring. */
async function countAll(
  ctx: Ctx,
  trx: Trx,
  markUsed: MarkUsed,
  events: readonly UsageEvent[],
): Promise<readonly Counted[]> {
  const now = ctx.clock()
  const byCounter = Map.groupBy(events, ({ counter }) => counter)
  const counted = new Map<UsageEvent, Counted>()
  for (const counter of [...byCounter.keys()].sort()) {
    const calls = byCounter.get(counter) ?? []
    const total = await raiseWindows(trx, counter, calls.length, now)
    for (const [index, call] of calls.entries()) {
      const counts = minus(total, calls.length - 1 - index)
      counted.set(call, { counts, allowed: isWithin(call.limits, counts) })
    }
    const used = calls.filter((call) => call.used).at(-1)
    if (used) await markUsed(trx, used.keyId, calls.length, now)
  }
  return events.map((event) => counted.get(event) as Counted)
}

const tooMany = 429

async function appendUsage(
  ctx: Ctx,
  trx: Trx,
  events: readonly UsageEvent[],
  counted: readonly Counted[],
): Promise<void> {
  let head = await takeHead(ctx, trx, 'usage')
  const at = ctx.clock()
  const rows = events.map((event, index) => {
    const allowed = counted[index]?.allowed ?? false
    const entry = {
      sequence: head.sequence + 1,
      at,
      api_key_id: event.keyId,
      project_id: event.projectId,
      environment_id: event.environmentId,
      environment_name: event.environmentName,
      method: event.method,
      endpoint: event.endpoint,
      status_code: allowed ? event.status : tooMany,
      variables_count: allowed ? event.variables : 0,
      duration_us: event.durationUs,
      ip: event.ip,
      request_id: event.requestId,
    }
    const digest = usageDigest(entry)
    const mac = auditMac(ctx.secrets, 'usage', entry.sequence, head.mac, digest)
    head = { sequence: entry.sequence, mac }
    return { ...entry, erased: 0, digest, mac }
  })
  await insertUsage(trx, rows)
  await moveHead(trx, 'usage', head)
}
