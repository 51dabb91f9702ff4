import { LRUCache } from 'lru-cache'

const maxWords = 10

/** The words of a search, all of which must be found. */
export const searchTerms = (search: string | undefined): string[] => [
  ...new Set(
    (search ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
      .slice(0, maxWords),
  ),
]

/** Whether one of the texts contains a word, ignoring case. */
export const contains = (word: string, ...texts: readonly (string | null | undefined)[]): boolean =>
  texts.some((text) => text?.toLowerCase().includes(word))

/** The ids whose names contain a word. */
export const idsNamed = <Id>(names: ReadonlyMap<Id, string>, word: string): Id[] =>
  [...names].flatMap(([id, name]) => (contains(word, name) ? id : []))

/** What was counted for recent searches, by the search and the part of the list that was counted. */
export type SearchMemory<Count> = LRUCache<string, Map<string, Count>>

const maxSearches = 64

export const createSearchMemory = <Count>(): SearchMemory<Count> =>
  new LRUCache({ max: maxSearches, memoMethod: () => new Map() })
