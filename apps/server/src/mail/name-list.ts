import type { Line } from './mail-body.ts'

/** As many names as a mail shows. */
export const maxNames = 20

export interface BoundNames {
  readonly names: readonly string[]
  /** How many others there are. */
  readonly more: number
}

export const boundNames = (all: readonly string[]): BoundNames => ({
  names: all.slice(0, maxNames),
  more: Math.max(0, all.length - maxNames),
})

/** The names as part of a sentence: `a, b and 3 more`. */
export function nameList(names: readonly string[], more: number): Line {
  const parts: Line[number][] = names.map((name) => ({ name }))
  const all = more > 0 ? [...parts, `${more} more`] : parts
  return all.flatMap((part, index) => {
    if (index === 0) return [part]
    return [index === all.length - 1 ? ' and ' : ', ', part]
  })
}
