import type { Db } from './connect.ts'
import { chains, readEntryMac, type StoredState } from './stored-heads.ts'

/** How a database differs from the high-water mark of its data folder. */
export type Restored = 'empty' | 'another instance' | 'behind' | 'another history'

const instanceOf = (mark: StoredState, stored: StoredState): Restored | undefined =>
  mark.instanceId === stored.instanceId ? undefined : 'another instance'

/**
 * Compares the database with the mark. It must be the same instance and have at least as many entries, and its entry at
 * the mark must have the mark's MAC.
 * @returns undefined when the database is the one that the data folder last saw, or continues it
 */
export async function compareWithMark(
  db: Db,
  mark: StoredState,
  stored: StoredState,
): Promise<Restored | undefined> {
  const other = instanceOf(mark, stored)
  if (other) return other
  for (const chain of chains) {
    const seen = mark.heads[chain]
    if (stored.heads[chain].sequence < seen.sequence) return 'behind'
    if (seen.sequence === 0) continue
    const mac = await readEntryMac(db, chain, seen.sequence)
    if (mac !== undefined && mac !== seen.mac) return 'another history'
  }
  return undefined
}
