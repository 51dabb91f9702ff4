import { LRUCache } from 'lru-cache'

/**
 * Entries that expire after a time without use, or after a maximum time. The least recently used are removed first.
 */
export interface TtlCache<T> {
  find(name: string): T | undefined
  put(name: string, value: T): void
  drop(name: string): void
  dropWhere(test: (value: T) => boolean): void
  /** Deletes what has expired; worth calling periodically. */
  sweep(): void
  /** The names of those that match, the least recently used first. */
  namesOf(test: (value: T) => boolean): string[]
  readonly size: number
}

interface Kept<T> {
  readonly value: T
  readonly since: number
  usedAt: number
}

interface Limits {
  /** An entry expires after this time without use. */
  readonly idleMs: number
  /** An entry expires after this time, however often it is used. */
  readonly maxMs: number
  readonly maxEntries: number
}

const minute = 60_000
/** How long unlocked keys stay in memory. */
export const unlockTtl = { idleMs: 5 * minute, maxMs: 30 * minute }

/** @param clock Unix time in milliseconds, which lru-cache cannot use: entries store their own times */
export function createTtlCache<T>(clock: () => number, { idleMs, maxMs, maxEntries }: Limits): TtlCache<T> {
  const entries = new LRUCache<string, Kept<T>>({ max: maxEntries })
  const isOver = ({ since, usedAt }: Kept<T>) => clock() - usedAt >= idleMs || clock() - since >= maxMs
  const dropWhere = (test: (kept: Kept<T>) => boolean) => {
    for (const [name, kept] of [...entries.entries()]) if (test(kept)) entries.delete(name)
  }

  return {
    find(name) {
      const kept = entries.get(name)
      if (!kept) return undefined
      if (isOver(kept)) {
        entries.delete(name)
        return undefined
      }
      kept.usedAt = clock()
      return kept.value
    },
    put: (name, value) => void entries.set(name, { value, since: clock(), usedAt: clock() }),
    drop: (name) => void entries.delete(name),
    dropWhere: (test) => dropWhere(({ value }) => test(value)),
    sweep: () => dropWhere(isOver),
    namesOf: (test) =>
      [...entries.rkeys()].filter((name) => {
        const kept = entries.peek(name)
        return kept !== undefined && test(kept.value)
      }),
    get size() {
      return entries.size
    },
  }
}
