import { LRUCache } from 'lru-cache'
import type { Context } from '../../context.ts'
import type { UsageHead } from '../audit-log/usage-chain-store.ts'

/** Where chains of usage end, as far as this process knows: it may be wrong, so an append checks it. */
export interface KnownChains {
  /** Undefined: not known. */
  endOf(projectId: number): UsageHead | undefined
  note(ends: readonly UsageHead[]): void
  /** Another node has written to these chains: for ten seconds {@link isStale} says so. */
  shared(projectIds: readonly number[]): void
  /** Appending without locking first has failed: for a second it should not be tried. */
  lockFirst(projectIds: readonly number[]): void
  isLockedFirst(projectId: number): boolean
  /** Whether other nodes write to a chain, so that its end should be read shortly before a commit. */
  isStale(projectId: number): boolean
  /** Notes ends that were read. They may be older than what is known. */
  noteRead(ends: readonly UsageHead[]): void
}

interface Chain {
  readonly end?: UsageHead
  readonly sharedUntil?: number
  readonly lockUntil?: number
}

const max = 10_000
const sharedMs = 10_000
const lockedMs = 1_000

export function createKnownChains({ clock }: Pick<Context, 'clock'>): KnownChains {
  const chains = new LRUCache<number, Chain>({ max })
  const change = (projectId: number, changed: Chain) =>
    chains.set(projectId, { ...chains.get(projectId), ...changed })
  const isAhead = (time: number | undefined) => time !== undefined && time > clock()
  return {
    endOf: (projectId) => chains.get(projectId)?.end,
    note(ends) {
      for (const end of ends) change(end.projectId, { end })
    },
    shared(projectIds) {
      for (const id of projectIds) change(id, { sharedUntil: clock() + sharedMs })
    },
    lockFirst(projectIds) {
      for (const id of projectIds) change(id, { lockUntil: clock() + lockedMs })
    },
    isLockedFirst: (projectId) => isAhead(chains.get(projectId)?.lockUntil),
    isStale(projectId) {
      const { sharedUntil, lockUntil } = chains.get(projectId) ?? {}
      return isAhead(sharedUntil) && !isAhead(lockUntil)
    },
    noteRead(ends) {
      for (const end of ends)
        if (end.sequence > (chains.get(end.projectId)?.end?.sequence ?? 0)) change(end.projectId, { end })
    },
  }
}
