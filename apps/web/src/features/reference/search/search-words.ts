/** Lower case without accents, so that `Grusse` finds `Grüße`. */
export const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const split = (text: string): readonly string[] =>
  Array.from(plain(text).matchAll(/[\p{L}\p{N}_.-]+/gu), ([word]) =>
    word.replaceAll(/^-+|[.-]+$/g, ''),
  ).filter(Boolean)

/** `.env` and `NO_COLOR` as they are. At most ten: a pasted page would cost more than it finds. */
export const wordsOf = (query: string): readonly string[] => split(query).slice(0, 10)

/** The words of an indexed text: `NO_COLOR` is found as a whole, by `no` and by `color`. */
export const wholeAndParts = (text: string): string[] =>
  split(text).flatMap((word) => [...new Set([word, ...word.split(/[_.-]+/)])].filter(Boolean))
