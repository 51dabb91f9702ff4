import type { Within } from '../../context.ts'
import type { UsageEnd } from '../../db/newest-usage.ts'
import type { Row } from '../../db/tables.ts'
import { sendWithCommit } from '../../db/together.ts'
import { blockLength } from './block.ts'
import { commitUsage } from './commit-usage.ts'
import { insertPacks, lockUsageHeads, moveUsageHeads, type UsageHead } from './usage-chain-store.ts'
import type { UsageEntry } from './usage-entry.ts'

type Tx = Within<'engine' | 'clock' | 'secrets'>

/**
 * The ends of the chains of the projects that these entries belong to. They stay locked until the transaction ends, so
 * that no two entries get the same place.
 */
export async function lockHeadsOf(
  tx: Tx,
  entries: readonly Pick<UsageEntry, 'projectId'>[],
): Promise<UsageHead[]> {
  const projectIds = [...new Set(entries.map(({ projectId }) => projectId))]
  return await lockUsageHeads(
    tx,
    projectIds.sort((left, right) => left - right),
  )
}

/**
 * Appends entries to the chains of their projects, all of a project's in one commit with one MAC. The statements are
 * sent with the commit.
 * @param heads what {@link lockHeadsOf} locked in this transaction, for these entries and perhaps others
 * @returns the projects of which a block is full now
 */
export async function appendUsage(
  tx: Tx & { readonly noteUsage?: (end: UsageEnd) => void },
  entries: readonly UsageEntry[],
  heads: readonly UsageHead[],
): Promise<number[]> {
  const ofProject = Map.groupBy(entries, ({ projectId }) => projectId)
  const now = tx.clock()
  const commits = heads.flatMap((head) => {
    const own = ofProject.get(head.projectId)
    return own ? commitUsage(tx.secrets, head, { entries: own, now }) : []
  })
  if (commits.length < ofProject.size) throw new Error('The chain of a project is not locked')
  const packs = commits.flatMap(({ packs }) => packs)
  const moved = commits.map(({ head }) => head)
  for (const head of moved.slice(-1)) tx.noteUsage?.(head)
  await sendWithCommit(tx.db, insertPacks(tx.db, packs), moveUsageHeads(tx, moved))
  return commits.filter(({ packs }) => packs.some(endsBlock)).map(({ head }) => head.projectId)
}

const endsBlock = ({ last_sequence }: Row<'usage_packs'>) => last_sequence % blockLength === 0
