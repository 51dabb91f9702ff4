/** Edits that turn `from` into `to`: insert, delete, replace, or swap of two neighbours. */
function distance(from: string, to: string): number {
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const now = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      now[column] = Math.min(
        (last[column] ?? 0) + 1,
        (now[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = now
  }
  return last[to.length] ?? 0
}

/** The known word for which `word` is most likely a typing error; null when none is close. */
export function closestWord(word: string, known: readonly string[]): string | null {
  const lower = word.toLowerCase()
  if (lower.length >= 2) {
    const completed = known.filter((candidate) => candidate.toLowerCase().startsWith(lower))
    if (completed.length === 1) return completed[0] ?? null
  }
  let best: string | null = null
  let fewest = Math.min(2, Math.floor(word.length / 2)) + 1
  for (const candidate of known) {
    const edits = distance(lower, candidate.toLowerCase())
    if (edits < fewest) {
      fewest = edits
      best = candidate
    }
  }
  return best
}
