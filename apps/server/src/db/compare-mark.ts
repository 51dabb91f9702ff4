import type { Db } from './connect.ts'
import { compareUsage, hasEntryMac, readStoredRootMac, type StoredState } from './stored-heads.ts'

/** How a database differs from the high-water mark of its data folder. */
export type Restored = 'empty' | 'another instance' | 'behind' | 'another history'

/**
 * Compares the database with the mark. It must be the same instance and have at least as many entries and roots, and
 * those at the mark must have the mark's MAC. The usage of the mark's project must pass through the mark's commit.
 * @returns undefined when the database is the one that the data folder last saw, or continues it
 */
export async function compareWithMark(
  db: Db,
  mark: StoredState,
  stored: StoredState,
): Promise<Restored | undefined> {
  if (mark.instanceId !== stored.instanceId) return 'another instance'
  const usage = mark.usage ? await compareUsage(db, mark.usage) : 'same'
  const { activity, root } = mark
  if (stored.activity.sequence < activity.sequence || stored.root.sequence < root.sequence) return 'behind'
  if (usage === 'behind') return 'behind'
  const isSame =
    (activity.sequence === 0 || (await hasEntryMac(db, activity))) &&
    (root.sequence === 0 || (await readStoredRootMac(db, root.sequence)) === root.mac)
  return isSame && usage === 'same' ? undefined : 'another history'
}
