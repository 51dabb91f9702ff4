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
