/** A part of a value, and whether the other value lacks it. */
export interface ValuePart {
  readonly text: string
  readonly isOwn: boolean
}

/** Above this, only what both values begin and end with is the same. */
const maxSteps = 250_000

const wordsOf = (value: string): string[] => value.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]/gu) ?? []

/** For each pair of positions, how many characters the longest common sequence of words from there on has. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const [row, next] = [lengths[i], lengths[i + 1]]
      if (row && next)
        row[j] =
          a[i] === b[j] ? (next[j + 1] ?? 0) + (a[i]?.length ?? 0) : Math.max(next[j] ?? 0, row[j + 1] ?? 0)
    }
  return lengths
}

/** Which words of `a` are in the longest sequence that it has in common with `b`. */
function commonWords(a: readonly string[], b: readonly string[]): boolean[] {
  if (a.length * b.length > maxSteps) return a.map(() => false)
  const lengths = commonLengths(a, b)
  let j = 0
  return a.map((word, i) => {
    const rest = lengths[i]?.[j] ?? 0
    // Passes words of `b` that `a` lacks.
    while (j < b.length && b[j] !== word && (lengths[i]?.[j + 1] ?? 0) === rest) j++
    if (rest === 0 || b[j] !== word || rest === (lengths[i + 1]?.[j] ?? 0)) return false
    j++
    return true
  })
}

/** The parts of a value, by words: those that another value has too, and its own. */
export function compareValues(value: string, other: string): ValuePart[] {
  const [a, b] = [wordsOf(value), wordsOf(other)]
  let start = 0
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const middle = commonWords(a.slice(start, a.length - end), b.slice(start, b.length - end))
  const parts: { text: string; isOwn: boolean }[] = []
  for (const [at, text] of a.entries()) {
    const isOwn = at >= start && at < a.length - end && middle[at - start] !== true
    const last = parts.at(-1)
    if (last?.isOwn === isOwn) last.text += text
    else parts.push({ text, isOwn })
  }
  return parts
}
