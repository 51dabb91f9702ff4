import MiniSearch, { type Options } from 'minisearch'
import { plain, wholeAndParts, wordsOf } from './search-terms.ts'

/** What a search can find: a topic, a part of one, or a call. */
export interface SearchEntry {
  readonly id: string
  readonly title: string
  /** Where it is, such as ‘CLI Integration › Every command’. */
  readonly place: string
  readonly text: string
  /** Words that people search for and that the text does not contain. */
  readonly alias: string
  /** Text is more often looked for than one of the many calls. */
  readonly weight: number
}

export interface Match extends Pick<SearchEntry, 'id' | 'title' | 'place'> {
  /** A part of the text around the first word that was found. */
  readonly excerpt: string
}

const maxMatches = 12
const excerptLength = 110

/** The build and the browser read the same index. */
const indexOptions: Options<SearchEntry> = {
  fields: ['title', 'alias', 'text', 'place'],
  storeFields: ['title', 'place', 'text', 'weight'],
  tokenize: wholeAndParts,
  searchOptions: {
    boost: { title: 8, alias: 3 },
    boostDocument: (_id, _term, stored) => Number(stored?.weight),
    tokenize: (query) => [...wordsOf(query)],
    prefix: true,
    weights: { prefix: 0.8, fuzzy: 0 },
    combineWith: 'AND',
  },
}

/** A part of the text around the first of the words, which are plain. */
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

export type Search = (query: string) => readonly Match[]

/** @param json an index that was made with `indexOptions` */
export function openIndex(json: string): Search {
  const index = MiniSearch.loadJSON(json, indexOptions)
  return (query) => {
    const words = wordsOf(query)
    return index
      .search(query)
      .slice(0, maxMatches)
      .map(({ id, title, place, text }) => ({ id, title, place, excerpt: excerptOf(text, words) }))
  }
}

/** The index of these entries as JSON, for `openIndex`. */
export function makeIndex(entries: readonly SearchEntry[]): string {
  const index = new MiniSearch(indexOptions)
  index.addAll(entries)
  return JSON.stringify(index)
}
