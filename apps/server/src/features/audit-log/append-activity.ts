/**
 * The audit log. What people do is appended to the activity log, in the transaction that does it: to the chain of its
 * project, of its user, or of the instance. Every API key call is appended to the usage chain of its project before its
 * response is sent. Links chain the entries, and HMACs under the server secret authenticate the links, so write access
 * to the tables is not enough to rewrite history.
 */

import { type EventType, eventTypes, type Severity } from '@envhold/contract/activity/event-types.ts'
import { deviceName } from '@envhold/contract/personal-tokens/device-name.ts'
import {
  activityChainOf,
  activityDigest,
  activityLink,
  activityMac,
} from '@envhold/integrity/activity-chain.ts'
import type { TrxContext } from '../../context.ts'
import { type ChangedKeys, findExplained, lineOf, parseOpenLines } from '../../db/activity-log/lines.ts'
import { insertSearch } from '../../db/activity-log/terms.ts'
import type { Row } from '../../db/tables.ts'
import type { Origin } from '../../http/route.ts'
import { moveActivityHeads, readActivityHeads } from './activity-chain-store.ts'
import { activityEntry, type UnchainedEntry } from './activity-entry.ts'
import { insertActivity, lockHead, moveHead } from './chain-store.ts'

export interface ActivityEvent {
  readonly type: EventType
  /** Without it, that of the type. */
  readonly severity?: Severity
  /** Contains names only, never values. */
  readonly description: string
  readonly userId: number | null
  readonly tokenId?: string | null
  readonly projectId?: number | null
  readonly environmentId?: number | null
  /** The version that it wrote, and the names of what that changed. */
  readonly version?: number
  readonly keys?: ChangedKeys
  readonly origin: Origin | null
}

type Tx = TrxContext<'engine' | 'clock' | 'secrets'>

/**
 * Appends events in the transaction that they describe. The head of all activity stays locked until the transaction
 * ends, and with it the heads of all its chains, so this is the last step of a transaction.
 */
export async function appendActivity(tx: Tx, events: readonly ActivityEvent[]): Promise<void> {
  const last = await lockHead(tx, 'activity')
  const entries = events.map((event, index) => entryOf(event, last.sequence + 1 + index, tx.clock()))
  const chains = entries.map((row) => activityChainOf(activityEntry(row)))
  const stored = await readActivityHeads(tx, [...new Set(chains)])
  const isExplained = findExplained(entries)
  const heads = new Map(stored.map((head) => [head.chain, head]))
  const rows = entries.map((entry, index) => {
    const name = chains[index] ?? ''
    const { line, open } = lineOf(parseOpenLines(heads.get(name)?.open_lines ?? ''), {
      ...entry,
      keys: events[index]?.keys ?? null,
      isExplained: isExplained[index] ?? false,
    })
    const head = { ...nextHead(tx, heads, name, entry), open_lines: JSON.stringify(open) }
    heads.set(head.chain, head)
    const { chain, sequence: position, link, mac } = head
    return { ...entry, line, chain, position, link, mac, digest: null, erasure_mac: null }
  })
  const terms = await insertSearch(
    tx.db,
    tx.engine,
    rows.map((row, index) => ({ ...row, keys: events[index]?.keys ?? null })),
  )
  await insertActivity(
    tx.db,
    rows.map((row, index) => ({ ...row, term_id: terms[index] ?? 0 })),
  )
  await moveActivityHeads(tx, [...heads.values()])
  const newest = rows.at(-1)
  if (newest) await moveHead(tx.db, 'activity', newest)
}

const maxDescriptionLength = 1_000

type PlacedEntry = Omit<UnchainedEntry, 'line' | 'term_id'>

const entryOf = (event: ActivityEvent, sequence: number, at: number): PlacedEntry => ({
  sequence,
  at,
  event_type: event.type,
  ...eventTypes[event.type],
  ...(event.severity && { severity: event.severity }),
  // The cut can split a character in two halves that no database stores.
  description: event.description.slice(0, maxDescriptionLength).toWellFormed(),
  user_id: event.userId,
  token_id: event.tokenId ?? null,
  project_id: event.projectId ?? null,
  environment_id: event.environmentId ?? null,
  ip: event.origin?.ip ?? null,
  request_id: event.origin?.requestId ?? null,
  version: event.version ?? 0,
  client: event.origin ? deviceName(event.origin.userAgent) : '',
})

function nextHead(
  { secrets }: Pick<Tx, 'secrets'>,
  heads: ReadonlyMap<string, Row<'activity_heads'>>,
  chain: string,
  entry: PlacedEntry,
): Omit<Row<'activity_heads'>, 'open_lines'> {
  const before = heads.get(chain)
  const position = (before?.sequence ?? 0) + 1
  const digest = activityDigest(activityEntry(entry))
  const link = activityLink({ chain, previousLink: before?.link ?? null, position, digest })
  const mac = activityMac(secrets, { chain, position, link })
  return { chain, sequence: position, at: entry.at, link, mac }
}
