import { createTtlCache, unlockTtl } from './ttl-cache.ts'

/** An unlocked seed in memory, sealed under a key that the memory does not hold (vault/unlock-seal.ts). */
export interface UnlockedEntry {
  readonly userId: number
  readonly sessionId: string
  readonly keyVersion: number
  /** SHA-256 of the stored user key that was opened: another master password, set on any node, makes another. */
  readonly storedHash: Uint8Array
  readonly blob: Uint8Array
}

export interface UnlockCache {
  find(slot: string): UnlockedEntry | undefined
  put(slot: string, entry: UnlockedEntry): void
  drop(slot: string): void
  dropSession(sessionId: string): void
  /** Drops what a user has unlocked, but for one session if it is named. */
  dropUser(userId: number, exceptSession?: string): void
  /** Drops what has expired; worth calling now and then. */
  sweep(): void
  readonly size: number
}

const unlockLimits = { ...unlockTtl, perUser: 4, perProcess: 10_000 }

/**
 * Spares Argon2id for each call. It holds what opens something, never what may be opened: that is read from the
 * database on every call.
 */
export function createUnlockCache(clock: () => number, limits = unlockLimits): UnlockCache {
  const entries = createTtlCache<UnlockedEntry>(clock, { ...limits, maxEntries: limits.perProcess })

  /** Leaves room for one more of this user's, giving up those that were not used for the longest time. */
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
