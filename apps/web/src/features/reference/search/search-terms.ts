/** Lower case without accents, so that `grun` finds `Grün`. */
export const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** `.env`, `ca-file` and `NO_COLOR` are one word each. */
const split = (text: string) => plain(text).match(/\.?[\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*/gu) ?? []

/** The words of a query, at most ten: a pasted page would cost more than it finds. */
export const wordsOf = (query: string): readonly string[] => split(query).slice(0, 10)

/** The words of a text that is searched, with their parts: `NO_COLOR` is also found by `color`. */
export const wholeAndParts = (text: string) =>
  split(text).flatMap((word) => [...new Set([word, ...word.split(/[_.-]/)])].filter(Boolean))

interface Piece {
  readonly text: string
  readonly isHit: boolean
}

/** A text in pieces, with those marked that are one of the searched words, which are in lower case. */
export function highlight(text: string, words: readonly string[]): readonly Piece[] {
  const lower = text.toLowerCase()
  // Where lower case has another length, positions do not match.
  if (lower.length !== text.length) return [{ text, isHit: false }]
  const pieces: Piece[] = []
  let end = 0
  for (;;) {
    const [next] = words
      .map((word) => ({ at: lower.indexOf(word, end), length: word.length }))
      .filter(({ at }) => at >= 0)
      .toSorted((left, right) => left.at - right.at || right.length - left.length)
    if (!next) break
    if (next.at > end) pieces.push({ text: text.slice(end, next.at), isHit: false })
    end = next.at + next.length
    pieces.push({ text: text.slice(next.at, end), isHit: true })
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isHit: false })
  return pieces
}
