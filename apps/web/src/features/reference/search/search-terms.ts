/** Lower case without accents, so that `grun` finds `Grün`. */
export const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** `.env`, `ca-file` and `NO_COLOR` are one word each. */
const split = (text: string): readonly string[] =>
  plain(text).match(/\.?[\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*/gu) ?? []

/** The words of a query, at most ten: a pasted page would cost more than it finds. */
export const wordsOf = (query: string): readonly string[] => split(query).slice(0, 10)

/** The words of a text that is searched, with their parts: `NO_COLOR` is also found by `color`. */
export const wholeAndParts = (text: string): string[] =>
  split(text).flatMap((word) => [...new Set([word, ...word.split(/[_.-]/)])].filter(Boolean))
