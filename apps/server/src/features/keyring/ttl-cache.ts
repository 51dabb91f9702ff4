import { LRUCache } from 'lru-cache'

/** Entries that expire when idle for a while, or after a maximum age. The least recently used are evicted first. */
export interface TtlCache<T> {
  find(name: string): T | undefined
  put(name: string, value: T): void
  drop(name: string): void
  dropWhere(test: (value: T) => boolean): void
  /** Drops expired entries. Call it now and then. */
  sweep(): void
  /** The names of the matching entries, the least recently used first. */
  namesOf(test: (value: T) => boolean): string[]
  values(): T[]
  readonly size: number
}

interface Entry<T> {
  readonly value: T
  readonly since: number
  usedAt: number
}

interface Limits<T> {
  /** An entry expires after this long without use. */
  readonly idleMs: number
  /** An entry expires at this age, however often it is used. */
  readonly maxMs: number
  readonly maxEntries: number
  /** How many bytes all entries together may have. An entry that alone has more is not kept. */
  readonly size?: { readonly max: number; readonly of: (value: T, name: string) => number }
}

const minute = 60_000
/** How long unlocked keys stay in memory. */
export const unlockTtl = { idleMs: 5 * minute, maxMs: 30 * minute }

/** @param clock Unix time in milliseconds. lru-cache does not accept a clock, so entries keep their own times */
export function createTtlCache<T>(
  clock: () => number,
  { idleMs, maxMs, maxEntries, size }: Limits<T>,
): TtlCache<T> {
  const entries = new LRUCache<string, Entry<T>>({
    max: maxEntries,
    ...(size && { maxSize: size.max, sizeCalculation: ({ value }, name) => size.of(value, name) }),
  })
  const isExpired = ({ since, usedAt }: Entry<T>) => clock() - usedAt >= idleMs || clock() - since >= maxMs
  const dropWhere = (test: (entry: Entry<T>) => boolean) => {
    for (const [name, entry] of [...entries.entries()]) if (test(entry)) entries.delete(name)
  }

  return {
    find(name) {
      const entry = entries.get(name)
      if (!entry) return undefined
      if (isExpired(entry)) {
        entries.delete(name)
        return undefined
      }
      entry.usedAt = clock()
      return entry.value
    },
    put: (name, value) => void entries.set(name, { value, since: clock(), usedAt: clock() }),
    drop: (name) => void entries.delete(name),
    dropWhere: (test) => dropWhere(({ value }) => test(value)),
    sweep: () => dropWhere(isExpired),
    namesOf: (test) =>
      [...entries.rkeys()].filter((name) => {
        const kept = entries.peek(name)
        return kept !== undefined && test(kept.value)
      }),
    values: () => [...entries.values()].map(({ value }) => value),
    get size() {
      return entries.size
    },
  }
}
