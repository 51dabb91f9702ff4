/** Random numbers that are the same for the same seed (mulberry32). */
export interface SeededRandom {
  /** From 0 up to, but not including, 1. */
  readonly next: () => number
  /** An integer from `low` up to and including `high`. */
  readonly between: (low: number, high: number) => number
  readonly one: <T>(of: readonly T[]) => T
  /** True once in this many times. */
  readonly onceIn: (times: number) => boolean
  /** A separate generator for one concurrent worker, so that none depends on the others' order. */
  readonly fork: () => SeededRandom
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    one: (of) => {
      const chosen = of[between(0, of.length - 1)]
      if (chosen === undefined) throw new RangeError('Nothing to choose from')
      return chosen
    },
    onceIn: (times) => between(1, times) === 1,
    fork: () => seededRandom(between(0, 0xffff_ffff)),
  }
}
