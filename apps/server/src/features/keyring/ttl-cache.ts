/** Entries that go when they were not used for a while, or were kept for long; in the order of their last use. */
export interface TtlCache<T> {
  find(name: string): T | undefined
  put(name: string, value: T): void
  drop(name: string): void
  dropWhere(test: (value: T) => boolean): void
  /** Drops what has expired; worth calling now and then. */
  sweep(): void
  /** The names of those that match, the longest unused first. */
  namesOf(test: (value: T) => boolean): string[]
  readonly size: number
}

interface Kept<T> {
  readonly value: T
  readonly since: number
  usedAt: number
}

const minute = 60_000
/** How long what was unlocked stays in memory. */
export const unlockTtl = { idleMs: 5 * minute, longestMs: 30 * minute }

export function createTtlCache<T>(
  clock: () => number,
  { idleMs, longestMs, most }: { idleMs: number; longestMs: number; most: number },
): TtlCache<T> {
  const entries = new Map<string, Kept<T>>()
  const isOver = ({ since, usedAt }: Kept<T>) => clock() - usedAt >= idleMs || clock() - since >= longestMs
  const dropWhere = (test: (kept: Kept<T>) => boolean) => {
    for (const [name, kept] of entries) if (test(kept)) entries.delete(name)
  }

  return {
    find(name) {
      const kept = entries.get(name)
      if (!kept) return undefined
      entries.delete(name)
      if (isOver(kept)) return undefined
      kept.usedAt = clock()
      entries.set(name, kept)
      return kept.value
    },
    put(name, value) {
      entries.delete(name)
      const leastUsed = entries.size >= most ? entries.keys().next().value : undefined
      if (leastUsed !== undefined) entries.delete(leastUsed)
      entries.set(name, { value, since: clock(), usedAt: clock() })
    },
    drop: (name) => void entries.delete(name),
    dropWhere: (test) => dropWhere(({ value }) => test(value)),
    sweep: () => dropWhere(isOver),
    namesOf: (test) => [...entries].filter(([, { value }]) => test(value)).map(([name]) => name),
    get size() {
      return entries.size
    },
  }
}
