import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import {
  type PackedUsage,
  packUsage,
  usageDigest,
  usageLink,
  usageMac,
} from '@envhold/integrity/usage-chain.ts'
import type { TrxContext } from '../../context.ts'
import { sendBeforeCommit } from '../../db/pipeline.ts'
import type { Row } from '../../db/tables.ts'
import { blockLength } from './block.ts'
import type { UsageEntry } from './recorded-usage.ts'
import {
  insertPacks,
  lockUsageHeads,
  type MovedHead,
  moveUsageHeads,
  type UsageHead,
} from './usage-chain-store.ts'

type Tx = TrxContext<'engine' | 'clock' | 'secrets'>

/** The projects of these entries, in the order in which their chains are locked. */
export const projectIdsOf = (entries: readonly Pick<UsageEntry, 'projectId'>[]): number[] =>
  [...new Set(entries.map(({ projectId }) => projectId))].sort((left, right) => left - right)

/**
 * The ends of the chains of the projects that these entries belong to. They stay locked until the transaction ends, so
 * that no two entries get the same place.
 */
export const lockHeadsOf = (tx: Tx, entries: readonly Pick<UsageEntry, 'projectId'>[]) =>
  lockUsageHeads(tx, projectIdsOf(entries))

/** What was appended to chains. */
export interface AppendedUsage {
  /** The new ends of the chains. */
  readonly ends: readonly MovedHead[]
  /** The projects of which a block is full now. */
  readonly filled: readonly number[]
}

/**
 * Appends entries to the chains of their projects, all of a project's in one commit with one MAC. The statements are
 * sent with the commit.
 * @param heads what {@link lockHeadsOf} locked in this transaction, for these entries and perhaps others
 */
export async function appendUsage(
  tx: Tx,
  entries: readonly UsageEntry[],
  heads: readonly UsageHead[],
): Promise<AppendedUsage> {
  const { packs, ends, filled } = usageCommits(tx, entries, heads)
  await sendBeforeCommit(tx.db, insertPacks(tx.db, packs), moveUsageHeads(tx, ends))
  return { ends, filled }
}

/**
 * Prepares what {@link appendUsage} writes.
 * @param heads the ends of the chains of these entries, and perhaps others
 * @throws Error if one is missing
 */
export function usageCommits(
  { clock, secrets }: Pick<Tx, 'clock' | 'secrets'>,
  entries: readonly UsageEntry[],
  heads: readonly UsageHead[],
): AppendedUsage & { readonly packs: readonly Row<'usage_packs'>[] } {
  const ofProject = Map.groupBy(entries, ({ projectId }) => projectId)
  const now = clock()
  const commits = heads.flatMap((head) => {
    const own = ofProject.get(head.projectId)
    return own ? commitUsage(secrets, head, { entries: own, now }) : []
  })
  if (commits.length < ofProject.size) throw new Error('The head of a chain is missing')
  return {
    packs: commits.flatMap(({ packs }) => packs),
    ends: commits.map(({ head }) => head),
    filled: commits.filter(({ packs }) => packs.some(endsBlock)).map(({ head }) => head.projectId),
  }
}

const endsBlock = ({ last_sequence }: Row<'usage_packs'>) => last_sequence % blockLength === 0

/** The times of a chain ascend unless a clock was wrong by more than this. */
const maxClockLagMs = 60_000

/** What one commit appends to the chain of a project. */
interface UsageCommit {
  readonly packs: readonly Row<'usage_packs'>[]
  readonly head: MovedHead
}

/** Appends the entries of one project to its chain. @returns the rows to write, and the new end of the chain */
export function commitUsage(
  secrets: ServerSecrets,
  before: UsageHead,
  { entries, now }: { readonly entries: readonly UsageEntry[]; readonly now: number },
): UsageCommit {
  const { projectId } = before
  const at = before.at > now && before.at - now < maxClockLagMs ? before.at : now
  const packs = packsOf(before, entries, at)
  const linked: PackedUsage[] = packs.map(({ last_sequence, digest }) => ({ last: last_sequence, digest }))
  const sequence = before.sequence + entries.length
  const link = usageLink({
    projectId,
    previousLink: before.link,
    first: before.sequence + 1,
    at,
    packs: linked,
  })
  const mac = usageMac(secrets, { projectId, sequence, link })
  const last = packs.length - 1
  return {
    packs: packs.map((pack, index) => (index === last ? { ...pack, link, mac } : pack)),
    head: { projectId, sequence, at, link, mac },
  }
}

/** One pack for each key, and another where a block ends: a block consists of whole packs. */
function packsOf({ projectId, sequence }: UsageHead, entries: readonly UsageEntry[], at: number) {
  const packs: Row<'usage_packs'>[] = []
  let last = sequence
  for (const [keyId, ofKey] of Map.groupBy(entries, (entry) => entry.keyId))
    for (let done = 0; done < ofKey.length; ) {
      const room = blockLength - (last % blockLength)
      const calls = ofKey.slice(done, done + room)
      const text = packUsage(calls)
      packs.push({
        project_id: projectId,
        first_sequence: last + 1,
        last_sequence: last + calls.length,
        at,
        api_key_id: keyId,
        entries: text,
        erased: 0,
        digest: usageDigest(keyId, text),
        link: null,
        mac: null,
      })
      last += calls.length
      done += calls.length
    }
  return packs
}
