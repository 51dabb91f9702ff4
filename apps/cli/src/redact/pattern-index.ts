/**
 * Finds which of many byte strings begin at a position of a text. Every byte of the output is checked, so the first
 * check must be very cheap: four bytes are hashed into a small table, and only on a hit is anything compared. All
 * patterns are in one sorted list, in which patterns with the same beginning are neighbours.
 */

const keyBytes = 4

export interface PatternIndex {
  /** There are no patterns. */
  readonly empty: boolean
  /** One byte for each hash of four bytes: 0 where no pattern begins with them. */
  readonly filter: Uint8Array
  readonly shift: number
  /**
   * The length of the longest pattern at `offset`, in bytes, or 0. With `patient`: −1 when a pattern, or a longer one,
   * may continue after the end of `text`.
   */
  at(text: Uint8Array, offset: number, patient: boolean): number
}

/** A hash of four bytes in one number; the multiplier is 2³² over the golden ratio. */
export const hashOf = (four: number, shift: number): number => Math.imul(four, 0x9e3779b1) >>> shift

const beginsWith = (text: Uint8Array, offset: number, pattern: Uint8Array, length: number): boolean => {
  for (let index = 0; index < length; index++) if (text[offset + index] !== pattern[index]) return false
  return true
}

const fourOf = (bytes: Uint8Array, offset: number): number =>
  ((bytes[offset] ?? 0) << 24) |
  ((bytes[offset + 1] ?? 0) << 16) |
  ((bytes[offset + 2] ?? 0) << 8) |
  (bytes[offset + 3] ?? 0)

/** For each pattern of a sorted list: the longest other one that it begins with, or −1. */
function shorterOnes(patterns: readonly Buffer[]): Int32Array {
  const shorter = new Int32Array(patterns.length).fill(-1)
  const open: number[] = []
  for (const [index, pattern] of patterns.entries()) {
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const candidate = patterns[top]
      if (candidate && beginsWith(pattern, 0, candidate, candidate.length)) break
      open.pop()
    }
    shorter[index] = open.at(-1) ?? -1
    open.push(index)
  }
  return shorter
}

/** The range of the patterns with each beginning in the list: first, and one past the last. */
function rangesOf(patterns: readonly Buffer[]): Map<number, [number, number]> {
  const ranges = new Map<number, [number, number]>()
  for (const [index, pattern] of patterns.entries()) {
    const range = ranges.get(fourOf(pattern, 0))
    if (range) range[1] = index + 1
    else ranges.set(fourOf(pattern, 0), [index, index + 1])
  }
  return ranges
}

/** @param forms each at least four bytes long */
export function indexPatterns(forms: Iterable<string>): PatternIndex {
  const patterns = [...forms].map((form) => Buffer.from(form)).sort(Buffer.compare)
  const shorter = shorterOnes(patterns)
  const ranges = rangesOf(patterns)
  const bits = Math.min(20, Math.max(12, Math.ceil(Math.log2(ranges.size + 1)) + 5))
  const shift = 32 - bits
  const filter = new Uint8Array(1 << bits)
  for (const four of ranges.keys()) filter[hashOf(four, shift)] = 1
  // The last bytes of a text, fewer than four, may be the start of a pattern.
  const beginnings = new Set<string>()
  for (const pattern of patterns)
    for (let length = 1; length < keyBytes; length++) beginnings.add(pattern.toString('latin1', 0, length))

  /** The first pattern of the range that sorts after the rest of the text. */
  const firstAfter = (rest: Buffer, [from, to]: [number, number]): number => {
    let low = from
    let high = to
    while (low < high) {
      const middle = (low + high) >>> 1
      if (Buffer.compare(patterns[middle] ?? rest, rest) > 0) high = middle
      else low = middle + 1
    }
    return low
  }

  return {
    empty: patterns.length === 0,
    filter,
    shift,
    at(text, offset, patient) {
      const length = text.length - offset
      const rest = Buffer.from(text.buffer, text.byteOffset + offset, length)
      if (length < keyBytes) return patient && beginnings.has(rest.toString('latin1')) ? -1 : 0
      const range = ranges.get(fourOf(text, offset))
      if (!range) return 0
      const after = firstAfter(rest, range)
      const next = after < range[1] ? patterns[after] : undefined
      if (patient && next && next.length > length && beginsWith(text, offset, next, length)) return -1
      for (let index = after - 1; index >= range[0]; index = shorter[index] ?? -1) {
        const pattern = patterns[index]
        if (pattern && pattern.length <= length && beginsWith(text, offset, pattern, pattern.length))
          return pattern.length
      }
      return 0
    },
  }
}
