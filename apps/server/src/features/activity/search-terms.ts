const mostWords = 10

/** The terms of a search, each of which must match. */
export const searchTerms = (search: string | undefined): string[] => [
  ...new Set(
    (search ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
      .slice(0, mostWords),
  ),
]

/** Whether one of the texts contains a term, ignoring case. */
export const contains = (word: string, ...texts: readonly (string | null | undefined)[]): boolean =>
  texts.some((text) => text?.toLowerCase().includes(word))
