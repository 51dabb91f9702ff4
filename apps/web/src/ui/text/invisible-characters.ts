import { formatCount } from './format.ts'
/** A run of the same character that a screen does not show. */
export interface Mark {
  /** What stands for the run on the screen: `···`, `CR`. */
  readonly sign: string
  /** The name of one of them: 'trailing space'. */
  readonly name: string
  readonly count: number
}

/** A part of a text; one with a `mark` is invisible by itself. */
export interface TextPart {
  readonly text: string
  readonly mark?: Mark
}

/** Spaces and tabs in a row, and every other character without a shape, except line breaks. */
const candidates = /[\p{Zs}\t]+|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/gu

const known: Readonly<Record<string, readonly [sign: string, name: string]>> = {
  ' ': ['·', 'trailing space'],
  '\t': ['TAB', 'trailing tab'],
  '\r': ['CR', 'carriage return'],
  '\u00a0': ['NBSP', 'no-break space'],
  '\u00ad': ['SHY', 'soft hyphen'],
  '\u061c': ['ALM', 'Arabic letter mark'],
  '\u200b': ['ZWSP', 'zero-width space'],
  '\u200c': ['ZWNJ', 'zero-width non-joiner'],
  '\u200d': ['ZWJ', 'zero-width joiner'],
  '\u200e': ['LRM', 'left-to-right mark'],
  '\u200f': ['RLM', 'right-to-left mark'],
  '\u202a': ['LRE', 'left-to-right embedding'],
  '\u202b': ['RLE', 'right-to-left embedding'],
  '\u202c': ['PDF', 'direction end'],
  '\u202d': ['LRO', 'left-to-right override'],
  '\u202e': ['RLO', 'right-to-left override'],
  '\u2060': ['WJ', 'word joiner'],
  '\u2066': ['LRI', 'left-to-right isolate'],
  '\u2067': ['RLI', 'right-to-left isolate'],
  '\u2068': ['FSI', 'first-strong isolate'],
  '\u2069': ['PDI', 'isolate end'],
  '\ufeff': ['BOM', 'byte order mark'],
}
const lastNewline: Mark = { sign: 'LF', name: 'last newline', count: 1 }

const codeOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

function markOf(run: string, character: string): Mark {
  const [sign, name] = known[character] ?? [codeOf(character), `${codeOf(character)} character`]
  const count = run.length / character.length
  return { sign: Array.from({ length: count }, () => sign).join(sign.length > 1 ? ' ' : ''), name, count }
}

/** '1 carriage return', '3 trailing spaces' */
export const countOf = ({ name, count }: Pick<Mark, 'name' | 'count'>): string => formatCount(count, name)

const isLineEnd = (text: string, index: number) =>
  index === text.length || text[index] === '\n' || text[index] === '\r'

/** Divides `text` into what shows and what does not. The parts in a row are `text`. */
export function markInvisible(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  const mark = (run: string, at: number, mark: Mark) => {
    if (at > from) parts.push({ text: text.slice(from, at) })
    parts.push({ text: run, mark: mark })
    from = at + run.length
  }
  for (const { 0: match, index } of text.matchAll(candidates)) {
    if (match === '\n') {
      if (index === text.length - 1) mark(match, index, lastNewline)
      continue
    }
    const isTrailing = isLineEnd(text, index + match.length)
    let position = index
    for (const [run] of match.matchAll(/(.)\1*/gsu)) {
      const character = String.fromCodePoint(run.codePointAt(0) ?? 0)
      if (isTrailing || (character !== ' ' && character !== '\t')) mark(run, position, markOf(run, character))
      position += run.length
    }
  }
  if (from < text.length) parts.push({ text: text.slice(from) })
  return parts
}

/** How many of each kind `text` has: '2 carriage returns, 1 last newline'; empty if there are none. */
export function describeInvisible(text: string): string {
  const counts = new Map<string, number>()
  for (const { mark } of markInvisible(text))
    if (mark) counts.set(mark.name, (counts.get(mark.name) ?? 0) + mark.count)
  return Array.from(counts, ([name, count]) => countOf({ name, count })).join(', ')
}
