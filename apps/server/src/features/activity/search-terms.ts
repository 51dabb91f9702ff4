const mostWords = 10

/** The words somebody searches for, each of which must be found. */
export const searchTerms = (search: string | undefined): string[] => [
  ...new Set(
    (search ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
      .slice(0, mostWords),
  ),
]

/** Whether one of the texts holds a word, whatever the case of either. */
export const contains = (word: string, ...texts: readonly (string | null | undefined)[]): boolean =>
  texts.some((text) => text?.toLowerCase().includes(word))
