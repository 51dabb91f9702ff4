import { verifyActivityMac } from '@envhold/integrity/activity-chain.ts'
import { verifyUsageMac } from '@envhold/integrity/usage-chain.ts'
import { TamperedRowError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { nextTurn } from '../../db/yield-to-event-loop.ts'
import { blockLength, type SequenceRange } from '../audit-log/block.ts'
import { readUsageHead, startOf } from '../audit-log/usage-chain-store.ts'
import { type ChainPoint, isPassed } from '../audit-log/verdict.ts'
import { readActivityEnd, readEntries, readPacks } from './project-log-store.ts'

/** A chain as it was at one moment: its ends, and its rows a page at a time. */
export interface LoggedChain {
  readonly chain: string
  readonly begin: ChainPoint
  readonly end: ChainPoint
  readonly pages: () => AsyncIterable<readonly object[]>
}

const beginning: ChainPoint = { sequence: 0, link: null }

/**
 * The usage of a project. Its ends are authentic: without a noted head, a reader of the file has nothing else to tell it
 * from a chain that was computed again.
 * @throws TamperedRowError
 */
export async function openUsage(
  { db, secrets }: DbContext<'secrets'>,
  projectId: number,
): Promise<LoggedChain> {
  const chain = `usage/${projectId}`
  const head = await readUsageHead(db, projectId)
  const begin = head ? startOf(secrets, head) : beginning
  const end = head ?? beginning
  const { sequence, link, mac } = head ?? { ...beginning, mac: null }
  const isOurs =
    sequence === 0 ||
    isPassed(() => verifyUsageMac(secrets, { projectId, sequence, link: link ?? none }, mac ?? none))
  if (!begin || !isOurs) throw new TamperedRowError('usage_heads', String(projectId))
  const read = async (range: SequenceRange) => {
    const rows = await readPacks(db, projectId, range, maxRows)
    if (rows[0]?.first_sequence !== range.after + 1) await requireUntrimmed(db, projectId, range)
    return { rows, last: rows.at(-1)?.last_sequence }
  }
  return { chain, begin, end, pages: () => pagesOf(begin, end, read) }
}

const none = new Uint8Array(0)

/** A gap that trimming has left aborts the download, which succeeds when repeated. Any other gap belongs in the file. */
async function requireUntrimmed(db: Db, projectId: number, { after }: SequenceRange): Promise<void> {
  const head = await readUsageHead(db, projectId)
  if (head && head.start_sequence > after) throw new Error('Usage was trimmed while it was downloaded')
}

/** The activity of a project, which is never trimmed. @throws TamperedRowError */
export async function openActivity(
  { db, secrets }: DbContext<'secrets'>,
  projectId: number,
): Promise<LoggedChain> {
  const chain = `activity/project/${projectId}`
  const end = await readActivityEnd(db, chain)
  const isOurs =
    end &&
    isPassed(() => verifyActivityMac(secrets, { chain, position: end.sequence, link: end.link }, end.mac))
  if (!isOurs) throw new TamperedRowError('activity_heads', chain)
  const read = async (range: SequenceRange) => {
    const rows = await readEntries(db, chain, range, maxRows)
    return { rows, last: rows.at(-1)?.position }
  }
  return { chain, begin: beginning, end, pages: () => pagesOf(beginning, end, read) }
}

/** Other calls wait while a page is read and written. */
const maxRows = 256

interface Page {
  readonly rows: readonly object[]
  /** The last entry of the last row. */
  readonly last: number | undefined
}

/** At most one block of entries at a time, so that a page has a bounded size: no pack crosses the end of a block. */
async function* pagesOf(
  begin: ChainPoint,
  end: ChainPoint,
  read: (range: SequenceRange) => Promise<Page>,
): AsyncGenerator<readonly object[]> {
  for (let after = begin.sequence; after < end.sequence; ) {
    const upTo = Math.min(after - (after % blockLength) + blockLength, end.sequence)
    const { rows, last } = await read({ after, upTo })
    // Rows are missing: the file ends here, and whoever verifies it finds out.
    if (last === undefined || last <= after) return
    yield rows
    after = rows.length < maxRows ? upTo : last
    await nextTurn()
  }
}
