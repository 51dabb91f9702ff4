import { LRUCache } from 'lru-cache'
import type { DbContext } from '../../context.ts'
import { readUsageEnds, type UsageHead } from '../audit-log/usage-chain-store.ts'

/** Where chains of usage end, as far as this process knows: it may be wrong, so an append checks it. */
export interface KnownChains {
  /** Undefined: not known. */
  endOf(projectId: number): UsageHead | undefined
  note(ends: readonly UsageHead[]): void
  /** Another node has written to these chains: for ten seconds {@link refresh} reads where they end. */
  shared(projectIds: readonly number[]): void
  /** Appending without locking first has failed: for ten seconds it should not be tried. */
  lockFirst(projectIds: readonly number[]): void
  isLockedFirst(projectId: number): boolean
  /** Reads where these chains end now, of those to which other nodes write. Call it shortly before a commit. */
  refresh(projectIds: readonly number[]): Promise<void>
}

interface Chain {
  readonly end?: UsageHead
  readonly sharedUntil?: number
  readonly lockUntil?: number
}

const max = 10_000
const memoryMs = 10_000

export function createKnownChains(ctx: DbContext<'engine' | 'clock'>): KnownChains {
  const chains = new LRUCache<number, Chain>({ max })
  const change = (projectId: number, changed: Chain) =>
    chains.set(projectId, { ...chains.get(projectId), ...changed })
  const isAhead = (time: number | undefined) => time !== undefined && time > ctx.clock()
  const isRefreshed = (projectId: number) => {
    const { sharedUntil, lockUntil } = chains.get(projectId) ?? {}
    return isAhead(sharedUntil) && !isAhead(lockUntil)
  }
  return {
    endOf: (projectId) => chains.get(projectId)?.end,
    note(ends) {
      for (const end of ends) change(end.projectId, { end })
    },
    shared(projectIds) {
      for (const id of projectIds) change(id, { sharedUntil: ctx.clock() + memoryMs })
    },
    lockFirst(projectIds) {
      for (const id of projectIds) change(id, { lockUntil: ctx.clock() + memoryMs })
    },
    isLockedFirst: (projectId) => isAhead(chains.get(projectId)?.lockUntil),
    async refresh(projectIds) {
      const some = [...new Set(projectIds)].filter(isRefreshed)
      if (some.length === 0) return
      for (const end of await readUsageEnds(ctx, some))
        if (end.sequence > (chains.get(end.projectId)?.end?.sequence ?? 0)) change(end.projectId, { end })
    },
  }
}
