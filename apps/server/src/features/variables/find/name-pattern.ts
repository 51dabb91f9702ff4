import { closestWordSteps } from '@envhold/command/parse-args.ts'
import type { Steps } from '@envhold/formats/steps.ts'

/** How well a name matches a pattern: 0 is best; undefined for a name that does not match. */
export type Rank = (name: string) => number | undefined

/**
 * A pattern in any case, in which `*` stands for any characters and `?` for one. It takes time in proportion to name
 * times pattern at most.
 * @returns 0 for a name that is the pattern without its wildcards, 1 for one that begins so, else 2
 */
export function rankByPattern(pattern: string): Rank {
  const searchFor = pattern.toLowerCase()
  const word = searchFor.replaceAll(/[*?]/g, '')
  return (name) => {
    const lower = name.toLowerCase()
    if (!matches(searchFor, lower)) return undefined
    return lower === word ? 0 : lower.startsWith(word) ? 1 : 2
  }
}

/** Goes back to the last `*` only: an earlier one cannot match more. */
function matches(pattern: string, text: string): boolean {
  let [at, inText, star, afterStar] = [0, 0, -1, 0]
  while (inText < text.length) {
    const sign = pattern[at]
    if (sign === '*') {
      star = at++
      afterStar = inText
    } else if (sign === '?' || sign === text[inText]) {
      at++
      inText++
    } else if (star >= 0) {
      at = star + 1
      inText = ++afterStar
    } else return false
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}

const maxEdits = 2
const maxCandidates = 20_000

/** Collects names, for a pattern that matches none of them. */
export class NearestName {
  readonly #word: string
  /** Names and the words that they begin with, of about the length of the pattern. */
  readonly #candidates = new Set<string>()

  constructor(pattern: string) {
    this.#word = pattern.replaceAll(/[*?]/g, '')
  }

  add(name: string): void {
    if (this.#candidates.size >= maxCandidates) return
    const maxLength = this.#word.length + maxEdits
    for (let end = name.indexOf('_', this.#word.length - maxEdits); ; end = name.indexOf('_', end + 1)) {
      const begin = end === -1 ? name : name.slice(0, end)
      if (begin.length > maxLength) return
      if (begin.length >= this.#word.length - maxEdits) this.#candidates.add(begin)
      if (end === -1) return
    }
  }

  find(): Steps<string | null> {
    return closestWordSteps(this.#word, [...this.#candidates])
  }
}
