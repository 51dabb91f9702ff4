import { createTtlCache, unlockTtl } from './ttl-cache.ts'

/** An unlocked seed in memory, sealed under a key that the memory does not contain (vault/unlock-seal.ts). */
export interface UnlockedEntry {
  readonly userId: number
  readonly sessionId: string
  readonly keyVersion: number
  /** SHA-256 of the stored user key that was opened: a new master password, set on any node, changes it. */
  readonly storedHash: Uint8Array
  readonly blob: Uint8Array
}

export interface UnlockCache {
  find(slot: string): UnlockedEntry | undefined
  put(slot: string, entry: UnlockedEntry): void
  drop(slot: string): void
  dropSession(sessionId: string): void
  /** Deletes what a user has unlocked, except for one session if it is named. */
  dropUser(userId: number, exceptSession?: string): void
  /** Deletes what has expired; worth calling periodically. */
  sweep(): void
  readonly size: number
}

const unlockLimits = { ...unlockTtl, perUser: 4, perProcess: 10_000 }

/**
 * Saves Argon2id for each call. It contains keys, not permissions: those are read from the database on every call.
 */
export function createUnlockCache(clock: () => number, limits = unlockLimits): UnlockCache {
  const entries = createTtlCache<UnlockedEntry>(clock, { ...limits, maxEntries: limits.perProcess })

  /** Makes room for one more entry of this user, by removing the least recently used ones. */
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
    sweep: entries.sweep,
    get size() {
      return entries.size
    },
  }
}
