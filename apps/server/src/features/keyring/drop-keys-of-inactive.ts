import type { Db } from '../../db/connect.ts'
import { listInactive } from '../users/user-store.ts'
import type { UnlockCache } from './unlock-cache.ts'

/**
 * Drops the unlocked keys of accounts that were suspended or deleted, on this node or elsewhere. Their calls are
 * rejected already; this also removes what they opened from memory. Never rejects: it runs again soon.
 */
export async function dropKeysOfInactive(
  db: Db,
  cache: Pick<UnlockCache, 'users' | 'dropUser'>,
): Promise<void> {
  const inactive = await listInactive(db, cache.users()).catch(() => [])
  for (const userId of inactive) cache.dropUser(userId)
}
