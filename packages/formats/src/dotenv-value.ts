import type { Quotes } from './reading/families.ts'

export type ReadValue = {
  text: string
  /** The start of the next line. */
  end: number
  /** Why the value cannot be read. */
  problem?: string
  /** Where it begins, without the spaces before it; without quotes and empty, directly after the `=`. */
  start: number
  quotes: Quotes
  /** As in `Assignment`. */
  raw: string
  rest: string
  isLoose: boolean
}

/**
 * Reads the value that begins at `from`, directly after the `=`, by npm dotenv's rules. `source` has LF line breaks
 * only.
 */
export function readValue(source: string, from: number): ReadValue {
  const lineEnd = endOfLine(source, from)
  const start = from + (/^[^\S\n]*/.exec(source.slice(from, lineEnd))?.[0].length ?? 0)
  const quote = source[start]
  if (quote !== "'" && quote !== '"' && quote !== '`') return readBare(source, from, start, lineEnd)
  const close = findClose(source, start, quote)
  if (close === undefined) return readLooseQuotes(source.slice(start, lineEnd), quote, start, lineEnd)
  const lastEnd = endOfLine(source, close)
  const rest = source.slice(close + 1, lastEnd)
  const value = finish(source.slice(start + 1, close), quote, start, lastEnd + 1)
  if (/[\u2028\u2029]/.test(rest))
    return { ...value, problem: 'an invisible line separator follows the value' }
  return { ...value, rest }
}

/**
 * The quote that ends the value: the first one without a backslash before it, if only a comment follows it on its
 * line; otherwise the last one with a backslash before it, if only a comment follows that. So `'C:\'` ends where the
 * author expects.
 */
function findClose(source: string, start: number, quote: string): number | undefined {
  let escaped: number | undefined
  for (let index = source.indexOf(quote, start + 1); index >= 0; index = source.indexOf(quote, index + 1)) {
    closing.lastIndex = index + 1
    const ends = closing.test(source)
    if (source[index - 1] !== '\\') return ends ? index : escaped
    if (ends) escaped = index
  }
  return escaped
}

/** What may follow a closing quote. */
const closing = /[^\S\n\u2028\u2029]*(?:$|[#\n\u2028\u2029])/y

/** An unquoted value: up to a `#` or the end of the line, without the surrounding spaces. */
function readBare(source: string, from: number, start: number, lineEnd: number): ReadValue {
  const line = source.slice(from, lineEnd)
  const comment = line.indexOf('#')
  const raw = comment < 0 ? line : line.slice(0, comment)
  const rest = comment < 0 ? '' : line.slice(comment)
  const text = raw.trim()
  const end = lineEnd + 1
  return { text, end, start: text === '' ? from : start, quotes: 'none', raw, rest, isLoose: false }
}

/** A value that contains its own quote, such as `'it's'`: npm dotenv removes the outer quotes if both are there. */
function readLooseQuotes(line: string, quote: Quotes, start: number, lineEnd: number): ReadValue {
  const loose = line.trimEnd()
  const value = finish(loose.slice(1, -1), quote, start, lineEnd + 1)
  if (loose.length < 2 || !loose.endsWith(quote) || /[#\u2028\u2029\0]/.test(loose)) {
    return {
      ...value,
      problem: line.includes(quote, 1) ? 'text follows the closing quote' : 'the quote is not closed',
    }
  }
  return { ...value, isLoose: true }
}

/** Escapes: npm dotenv supports `\n` and `\r` in double quotes only. */
function finish(raw: string, quotes: Quotes, start: number, end: number): ReadValue {
  const text = quotes === '"' ? raw.replaceAll('\\n', '\n').replaceAll('\\r', '\r') : raw
  const value = { text, end, start, quotes, raw, rest: '', isLoose: false }
  return raw.includes('\0') ? { ...value, problem: 'the value contains a NUL character' } : value
}

function endOfLine(source: string, from: number): number {
  const end = source.indexOf('\n', from)
  return end < 0 ? source.length : end
}
