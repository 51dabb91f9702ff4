import { sameBytes } from '@envhold/integrity/bytes.ts'
import { usageLink, verifyUsageMac } from '@envhold/integrity/usage-chain.ts'
import type { TrxContext } from '../../context.ts'
import { lockUsageHead, moveUsageStart, startOf } from './usage-chain-store.ts'
import { type CommitEnd, deletePacks, readCommitEnds, readDigests } from './usage-pack-store.ts'
import type { ChainPoint } from './verdict.ts'
import { isPassed } from './verdict.ts'

type Tx = TrxContext<'engine' | 'secrets'>

export interface Trimmed {
  /** How many entries were removed: at least as many as the limit, if so many are old enough. */
  readonly deleted: number
  /** The last of them; 0 if there are none. */
  readonly last: number
  /** Nothing was removed because the beginning of the chain is not as the server wrote it. */
  readonly isBroken: boolean
}

const nothing: Trimmed = { deleted: 0, last: 0, isBroken: false }

/**
 * Removes usage older than a time from the beginning of a project's chain: whole commits, without a gap, until `limit`
 * entries are reached. Stores the link of the last one, from which the chain verifies afterwards. On PostgreSQL rows in
 * the partition of a day remain, before the start of the chain, until the whole day is dropped.
 *
 * The last commit is verified, because its time says that everything before it is old. A commit that someone dated back
 * in the database would otherwise remove the history before it without a trace.
 */
export async function trimUsage(tx: Tx, projectId: number, before: number, limit: number): Promise<Trimmed> {
  const head = await lockUsageHead(tx, projectId)
  if (!head) return nothing
  const start = startOf(tx.secrets, head)
  if (!start) return { ...nothing, isBroken: true }
  const ends = await readCommitEnds(tx.db, projectId, { after: start.sequence, limit })
  const [last, previous] = lastOld(ends, start, { before, limit })
  if (!last) return nothing
  const link = await verifiedLink(tx, { projectId, previous, last })
  if (!link) return { ...nothing, isBroken: true }
  await moveUsageStart(tx, projectId, { sequence: last.last_sequence, link })
  await deletePacks(tx, projectId, last.last_sequence)
  return { deleted: last.last_sequence - start.sequence, last: last.last_sequence, isBroken: false }
}

/** The last commit to remove, and the point before it. */
function lastOld(
  ends: readonly CommitEnd[],
  start: ChainPoint,
  { before, limit }: { readonly before: number; readonly limit: number },
): [CommitEnd | undefined, ChainPoint] {
  let [last, previous]: [CommitEnd | undefined, ChainPoint] = [undefined, start]
  for (const end of ends) {
    if (end.at >= before) break
    if (last) {
      if (last.last_sequence - start.sequence >= limit) break
      previous = { sequence: last.last_sequence, link: last.link }
    }
    last = end
  }
  return [last, previous]
}

interface LastCommit {
  readonly projectId: number
  readonly previous: ChainPoint
  readonly last: CommitEnd
}

/** The link of a commit, recomputed from its packs; null unless the server wrote it. */
async function verifiedLink({ db, secrets }: Tx, { projectId, previous, last }: LastCommit) {
  const { last_sequence: sequence, at, mac } = last
  const packs = await readDigests(db, projectId, { after: previous.sequence, upTo: sequence })
  const link = usageLink({
    projectId,
    previousLink: previous.link,
    first: previous.sequence + 1,
    at,
    packs: packs.map(({ last_sequence, digest }) => ({ last: last_sequence, digest })),
  })
  const check = () => verifyUsageMac(secrets, { projectId, sequence, link }, mac ?? new Uint8Array(0))
  return isPassed(check) && last.link && sameBytes(link, last.link) ? link : null
}
