import type { Db } from '../../db/connect.ts'
import { listInactive } from '../users/user-store.ts'
import { createTtlCache, unlockTtl } from './ttl-cache.ts'

/** An unlocked seed in memory, sealed under a key that this memory does not hold (vault/unlock-seal.ts). */
export interface UnlockedEntry {
  readonly userId: number
  readonly sessionId: string
  readonly keyVersion: number
  /** SHA-256 of the stored user key that was opened. A master password set on any node changes it. */
  readonly storedHash: Uint8Array
  readonly blob: Uint8Array
}

export interface UnlockCache {
  find(slot: string): UnlockedEntry | undefined
  put(slot: string, entry: UnlockedEntry): void
  drop(slot: string): void
  dropSession(sessionId: string): void
  /** Drops a user's entries, except those of one session if it is given. */
  dropUser(userId: number, exceptSession?: string): void
  /** The users who have entries. */
  users(): number[]
  /** Drops expired entries. Call it now and then. */
  sweep(): void
  readonly size: number
}

const unlockLimits = { ...unlockTtl, perUser: 4, perProcess: 10_000 }

/**
 * Saves Argon2id on repeated calls. It caches keys, never permissions: those are read from the database on every call.
 */
export function createUnlockCache(clock: () => number, limits = unlockLimits): UnlockCache {
  const entries = createTtlCache<UnlockedEntry>(clock, { ...limits, maxEntries: limits.perProcess })

  /** Makes room for one more entry of this user by evicting the least recently used. */
  const makeRoom = (userId: number) => {
    const own = entries.namesOf((entry) => entry.userId === userId)
    for (const slot of own.slice(0, Math.max(0, own.length - limits.perUser + 1))) entries.drop(slot)
  }

  return {
    find: entries.find,
    put(slot, entry) {
      entries.sweep()
      entries.drop(slot)
      makeRoom(entry.userId)
      entries.put(slot, entry)
    },
    drop: entries.drop,
    dropSession: (sessionId) => entries.dropWhere((entry) => entry.sessionId === sessionId),
    dropUser: (userId, exceptSession) =>
      entries.dropWhere((entry) => entry.userId === userId && entry.sessionId !== exceptSession),
    users: () => [...new Set(entries.values().map(({ userId }) => userId))],
    sweep: entries.sweep,
    get size() {
      return entries.size
    },
  }
}

/**
 * Drops the unlocked keys of accounts that were suspended or deleted, on this node or elsewhere. Their calls are
 * rejected already; this also removes what they opened from memory. Never rejects: it runs again soon.
 */
export async function dropKeysOfInactive(db: Db, cache: Pick<UnlockCache, 'users' | 'dropUser'>) {
  const inactive = await listInactive(db, cache.users()).catch(() => [])
  for (const userId of inactive) cache.dropUser(userId)
}
