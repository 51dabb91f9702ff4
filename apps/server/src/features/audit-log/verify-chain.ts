import { type AuditChain, type AuditLink, verifyAudit } from '@envhold/integrity/audit.ts'
import { sameBytes } from '@envhold/integrity/same-bytes.ts'
import type { Context } from '../../context.ts'
import type { ActivityTable, UsageTable } from '../../db/log-tables.ts'
import { activityDigest } from './append-activity.ts'
import { usageDigest } from './append-usage.ts'
import {
  erasedContent,
  type Head,
  readActivityAfter,
  readHead,
  readStart,
  readUsageAfter,
} from './chain-store.ts'
import type { NotedHead } from './head-text.ts'

/** The result of verifying a chain. */
export interface Verdict {
  readonly chain: AuditChain
  /** How many entries are valid. */
  readonly entries: number
  /** The first invalid entry and the reason; null when the whole chain is valid. */
  readonly broken: { readonly sequence: number; readonly why: string } | null
  /** The end of the chain. */
  readonly head: Head
  /** Noted heads of entries that were trimmed since, so there is nothing left to compare them with. */
  readonly trimmed: readonly NotedHead[]
}

const page = 1_000

interface Entry {
  readonly sequence: number
  readonly mac: Uint8Array
  readonly computeDigest: () => Uint8Array | null
}

const activityEntry = (row: ActivityTable): Entry => ({ ...row, computeDigest: () => activityDigest(row) })

/**
 * An erased row has no content to compare with its digest, and must have none. Its digest still counts in the chain.
 */
const usageEntry = (row: UsageTable): Entry => ({
  ...row,
  computeDigest: () => {
    const holds = row.erased === 0 ? sameBytes(usageDigest(row), row.digest) : isErased(row)
    return holds ? row.digest : null
  },
})

const isErased = (row: UsageTable) =>
  Object.entries({ ...row, ...erasedContent }).every(([name, left]) => row[name as keyof UsageTable] === left)

const readers: Record<AuditChain, (ctx: Pick<Context, 'db'>, after: number) => Promise<Entry[]>> = {
  activity: async ({ db }, after) => (await readActivityAfter(db, after, page)).map(activityEntry),
  usage: async ({ db }, after) => (await readUsageAfter(db, after, page)).map(usageEntry),
}

/**
 * Walks a chain from its start to its head and returns the first invalid entry.
 * @param noted heads noted earlier: the chain must pass through each. Without one, a chain that was truncated together
 *   with its head looks whole, because nothing in the database says that it was longer.
 */
export async function verifyChain(
  ctx: Pick<Context, 'db' | 'secrets'>,
  chain: AuditChain,
  noted: readonly NotedHead[] = [],
): Promise<Verdict> {
  const start = await readStart(ctx, chain)
  const ofChain = noted.filter((head) => head.chain === chain && head.sequence > 0)
  if (!start) {
    const broken = { sequence: 1, why: 'the beginning was cut off' }
    return { chain, entries: 0, broken, head: { sequence: 0, mac: null }, trimmed: [] }
  }
  const trimmed = ofChain.filter(({ sequence }) => sequence < start.sequence)
  const waiting = ofChain.filter(({ sequence }) => sequence >= start.sequence)
  let last: Head = start
  const verdict = (why?: string): Verdict => ({
    chain,
    entries: last.sequence - start.sequence,
    broken: why === undefined ? null : { sequence: last.sequence + 1, why },
    head: last,
    trimmed,
  })
  const differs = ({ sequence, mac }: NotedHead) =>
    sequence === last.sequence && !(last.mac && sameBytes(mac, last.mac))
  if (waiting.some(differs)) return verdict('the entry before it differs from the noted one')
  for (;;) {
    const entries = await readers[chain](ctx, last.sequence)
    for (const entry of entries) {
      if (entry.sequence !== last.sequence + 1) return verdict('it is missing')
      const digest = entry.computeDigest()
      if (!digest || !holds(ctx, { chain, previousMac: last.mac, entry: digest }, entry))
        return verdict('it was changed')
      const before = last
      last = { sequence: entry.sequence, mac: entry.mac }
      if (waiting.some(differs)) {
        last = before
        return verdict('it differs from the noted entry')
      }
    }
    if (entries.length < page) break
  }
  const head = await readHead(ctx.db, chain)
  const ends =
    head.sequence === last.sequence && (head.mac === null || (last.mac && sameBytes(head.mac, last.mac)))
  if (!ends) return verdict('the chain ends before its head')
  const missing = waiting.find(({ sequence }) => sequence > last.sequence)
  return missing
    ? verdict(`it is missing, and so are all up to ${missing.sequence}, which was noted: the end was cut off`)
    : verdict()
}

function holds(
  ctx: Pick<Context, 'secrets'>,
  link: Omit<AuditLink, 'sequence'>,
  { sequence, mac }: Entry,
): boolean {
  try {
    verifyAudit(ctx.secrets, { ...link, sequence }, mac)
    return true
  } catch {
    return false
  }
}
