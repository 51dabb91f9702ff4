import type { SearchEntry } from './search-entry.ts'

export interface Match {
  readonly entry: SearchEntry
  /** A part of the text around the first word that was found. */
  readonly excerpt: string
}

const maxMatches = 12
const excerptLength = 110

/** Lower case without accents, so that `Grüße` is found by `grusse` no less than by itself. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** At most ten words: a pasted page would cost more than it finds. */
export const wordsOf = (query: string): readonly string[] =>
  plain(query).split(/\s+/).filter(Boolean).slice(0, 10)

/** How well a word fits a text: as a whole word, as the start of one, somewhere, not at all. */
function closeness(text: string, word: string): number {
  let best = 0
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const startsWord = at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')
    const endsWord = !/[\p{L}\p{N}]/u.test(text[at + word.length] ?? ' ')
    best = Math.max(best, startsWord ? (endsWord ? 3 : 2) : 1)
    if (best === 3) break
  }
  return best
}

interface Prepared {
  readonly entry: SearchEntry
  readonly title: string
  readonly alias: string
  readonly text: string
}

function score({ title, alias, text }: Prepared, words: readonly string[]): number {
  let sum = 0
  for (const word of words) {
    const points = Math.max(
      12 * closeness(title, word),
      7 * closeness(alias, word),
      2 * closeness(text, word),
    )
    if (points === 0) return 0
    sum += points
  }
  const phrase = words.join(' ')
  return sum + (title === phrase ? 40 : title.startsWith(phrase) ? 15 : 0)
}

function excerptOf(text: string, words: readonly string[]): string {
  const plainText = plain(text)
  // Where accents change the length, positions do not match: the beginning is shown.
  const places =
    plainText.length === text.length
      ? words.map((word) => plainText.indexOf(word)).filter((at) => at >= 0)
      : []
  const first = Math.min(...places, text.length)
  const start =
    first === text.length || first < excerptLength * 0.7 ? 0 : text.lastIndexOf(' ', first - 30) + 1
  const part = text.slice(start, start + excerptLength).trim()
  return `${start > 0 ? '…' : ''}${part}${start + excerptLength < text.length ? '…' : ''}`
}

/** Prepares entries once; every key press then costs a few milliseconds. */
export function searcherOf(entries: readonly SearchEntry[]): (query: string) => readonly Match[] {
  const prepared = entries.map((entry) => ({
    entry,
    title: plain(entry.title),
    alias: plain(entry.alias),
    text: plain(`${entry.text} ${entry.place}`),
  }))
  return (query) => {
    const words = wordsOf(query)
    if (words.length === 0) return []
    return prepared
      .map((one) => ({ entry: one.entry, points: score(one, words) }))
      .filter(({ points }) => points > 0)
      .toSorted((left, right) => right.points - left.points)
      .slice(0, maxMatches)
      .map(({ entry }) => ({ entry, excerpt: excerptOf(entry.text, words) }))
  }
}
