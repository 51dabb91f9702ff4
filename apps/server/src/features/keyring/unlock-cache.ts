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

const minute = 60_000
const unlockLimits = { idleMs: 5 * minute, longestMs: 30 * minute, perUser: 4, perProcess: 10_000 }

type Kept = UnlockedEntry & { readonly openedAt: number; usedAt: number }

/**
 * Spares Argon2id for each call. It holds what opens something, never what may be opened: that is read from the
 * database on every call. Entries stand in the order of their last use, so the first is the one to give up.
 */
export function createUnlockCache(clock: () => number, limits = unlockLimits): UnlockCache {
  const entries = new Map<string, Kept>()

  const isOver = ({ openedAt, usedAt }: Kept, now: number) =>
    now - usedAt >= limits.idleMs || now - openedAt >= limits.longestMs
  const dropWhere = (test: (entry: Kept) => boolean) => {
    for (const [slot, entry] of entries) if (test(entry)) entries.delete(slot)
  }
  const sweep = () => {
    const now = clock()
    dropWhere((entry) => isOver(entry, now))
  }
  const slotsOf = (userId: number) =>
    [...entries].filter(([, entry]) => entry.userId === userId).map(([slot]) => slot)

  return {
    find(slot) {
      const entry = entries.get(slot)
      if (!entry) return undefined
      const now = clock()
      entries.delete(slot)
      if (isOver(entry, now)) return undefined
      entry.usedAt = now
      entries.set(slot, entry)
      return entry
    },
    put(slot, entry) {
      sweep()
      entries.delete(slot)
      const own = slotsOf(entry.userId)
      for (const old of own.slice(0, Math.max(0, own.length - limits.perUser + 1))) entries.delete(old)
      const [oldest] = entries.keys()
      if (entries.size >= limits.perProcess && oldest !== undefined) entries.delete(oldest)
      const now = clock()
      entries.set(slot, { ...entry, openedAt: now, usedAt: now })
    },
    drop: (slot) => void entries.delete(slot),
    dropSession: (sessionId) => dropWhere((entry) => entry.sessionId === sessionId),
    dropUser: (userId, exceptSession) =>
      dropWhere((entry) => entry.userId === userId && entry.sessionId !== exceptSession),
    sweep,
    get size() {
      return entries.size
    },
  }
}
