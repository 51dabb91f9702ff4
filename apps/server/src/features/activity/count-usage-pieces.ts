import type { DbContext } from '../../context.ts'
import { blockLength } from '../audit-log/block.ts'
import { advanceUsageRollups } from '../usage/rollups.ts'
import { readUsageStates, type UsageState } from '../usage/usage-state-store.ts'
import { countStretches, rolledUpPieces } from './usage-list-store.ts'
import type { PieceCount, UsageSegment, UsageSequenceRange } from './usage-segment.ts'

/**
 * Counts of stretches that are not rolled up, or only in part within a list's time range. With many projects these are
 * most of a list, and each changes only when its project gets a call, or when its oldest entry becomes too old.
 */
export type StretchMemory = Map<string, RememberedCount[]>

/** A count that is the same from each time of this span on. */
interface RememberedCount extends PieceCount {
  readonly since: number
}

/** Up to this many entries of a project are counted one by one. With more, they are rolled up first. */
const maxPending = 4 * blockLength

/** The pieces of projects' usage from `since` on that have entries. */
export async function countUsagePieces(
  ctx: DbContext<'engine'>,
  { projectIds, since }: { readonly projectIds: readonly number[]; readonly since: number },
  memory: StretchMemory,
): Promise<UsageSegment[]> {
  const states = await readCurrentStates(ctx, projectIds)
  const rolledUp = await rolledUpPieces(ctx, states, since)
  const [whole, begun] = [
    rolledUp.filter(({ firstAt }) => firstAt >= since),
    rolledUp.filter(({ firstAt }) => firstAt < since),
  ]
  const counted = await countRemembering(ctx, [...begun, ...states.flatMap(restOf)], since, memory)
  return [...whole, ...counted]
}

/** Rolls up first what is too far ahead of the marks. */
async function readCurrentStates(
  ctx: DbContext<'engine'>,
  projectIds: readonly number[],
): Promise<UsageState[]> {
  const states = await readUsageStates(ctx, projectIds)
  const behind = states.filter(({ sequence, blocks }) => sequence - blocks * blockLength > maxPending)
  if (behind.length === 0) return states
  for (const { projectId } of behind) await advanceUsageRollups(ctx, projectId)
  return await readUsageStates(ctx, projectIds)
}

function restOf({ projectId, sequence, blocks, start, generation }: UsageState): UsageSequenceRange[] {
  const after = Math.max(blocks * blockLength, start)
  return sequence > after ? [{ projectId, after, upTo: sequence, generation }] : []
}

const nameOf = ({ projectId, after, upTo, generation }: UsageSequenceRange) =>
  `${projectId}/${after}/${upTo}/${generation}`

async function countRemembering(
  ctx: DbContext<'engine'>,
  stretches: readonly UsageSequenceRange[],
  since: number,
  memory: StretchMemory,
): Promise<UsageSegment[]> {
  const known = stretches.map((stretch) =>
    memory.get(nameOf(stretch))?.find((count) => since >= count.since && since <= count.firstAt),
  )
  const missing = stretches.filter((_, index) => known[index] === undefined)
  const counts = (await countStretches(ctx, missing, since)).values()
  return stretches.flatMap((stretch, index) => {
    const count = known[index] ?? counts.next().value
    if (!count) return []
    if (!known[index]) remember(memory, stretch, { ...count, since })
    const { entries, firstAt, lastAt } = count
    return entries === 0 ? [] : { ...stretch, entries, firstAt, lastAt }
  })
}

const maxStretches = 20_000
/** As many as there are time ranges. */
const maxCounts = 4

function remember(memory: StretchMemory, stretch: UsageSequenceRange, count: RememberedCount): void {
  const name = nameOf(stretch)
  const counts = memory.get(name) ?? []
  memory.delete(name)
  memory.set(name, [count, ...counts].slice(0, maxCounts))
  for (const oldest of memory.keys()) {
    if (memory.size <= maxStretches) break
    memory.delete(oldest)
  }
}
