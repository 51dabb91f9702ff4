export type ReadValue = {
  text: string
  /** The start of the next line. */
  end: number
  /** Why the value cannot be read. */
  problem?: string
  /** What other readers understand differently. */
  warnings: string[]
}

/**
 * Reads the value that begins at `from`, directly after the `=`, by npm dotenv's rules. `source` has LF line breaks
 * only.
 */
export function readValue(source: string, from: number): ReadValue {
  const lineEnd = endOfLine(source, from)
  const start = from + (/^[^\S\n]*/.exec(source.slice(from, lineEnd))?.[0].length ?? 0)
  const quote = source[start]
  if (quote !== "'" && quote !== '"' && quote !== '`') return readBare(source, from, lineEnd)
  const close = findClose(source, start, quote)
  if (close === undefined) return readLooseQuotes(source.slice(start, lineEnd), quote, lineEnd)
  const raw = source.slice(start + 1, close)
  const end = endOfLine(source, close) + 1
  if (/[\u2028\u2029]/.test(source.slice(close, end))) {
    return { text: '', end, problem: 'an invisible line separator follows the value', warnings: [] }
  }
  return finish(raw, quote, end)
}

/**
 * The quote that ends the value: the first one without a backslash before it, if only a comment follows it on its
 * line; otherwise the last one with a backslash before it, if only a comment follows that. So `'C:\'` ends where the
 * author expects.
 */
function findClose(source: string, start: number, quote: string): number | undefined {
  let escaped: number | undefined
  for (let at = source.indexOf(quote, start + 1); at >= 0; at = source.indexOf(quote, at + 1)) {
    closing.lastIndex = at + 1
    const ends = closing.test(source)
    if (source[at - 1] !== '\\') return ends ? at : escaped
    if (ends) escaped = at
  }
  return escaped
}

/** What may follow a closing quote. */
const closing = /[^\S\n\u2028\u2029]*(?:$|[#\n\u2028\u2029])/y

/** An unquoted value: up to a `#` or the end of the line, without the surrounding spaces. */
function readBare(source: string, from: number, lineEnd: number): ReadValue {
  const line = source.slice(from, lineEnd)
  const comment = line.indexOf('#')
  const text = (comment < 0 ? line : line.slice(0, comment)).trim()
  const warnings = references(text)
  if (comment > 0 && /\S/.test(line[comment - 1] ?? '')) {
    warnings.push('the text after # is read as a comment: put the value in quotes to keep it')
  }
  return { text, end: lineEnd + 1, warnings }
}

/** A value that contains its own quote, such as `'it's'`: npm dotenv removes the outer quotes if both are there. */
function readLooseQuotes(line: string, quote: string, lineEnd: number): ReadValue {
  const end = lineEnd + 1
  const loose = line.trimEnd()
  if (loose.length < 2 || !loose.endsWith(quote) || /[#\u2028\u2029\0]/.test(loose)) {
    const problem = line.includes(quote, 1) ? 'text follows the closing quote' : 'the quote is not closed'
    return { text: '', end, problem, warnings: [] }
  }
  const value = finish(loose.slice(1, -1), quote, end)
  return {
    ...value,
    warnings: [
      ...value.warnings,
      'the value contains the kind of quote around it, and readers disagree: use another kind of quotes',
    ],
  }
}

/** Escapes: npm dotenv supports `\n` and `\r` in double quotes only. */
function finish(raw: string, quote: string, end: number): ReadValue {
  if (raw.includes('\0'))
    return { text: '', end, problem: 'the value contains a NUL character', warnings: [] }
  const warnings = quote === '"' ? references(raw) : []
  if (quote === '"' ? /\\["\\$`]/.test(raw) : raw.includes(`\\${quote}`)) {
    warnings.push(
      quote === "'"
        ? 'the backslash before a quote is kept, but other readers drop it: use double quotes instead'
        : 'the backslash is kept, but other readers treat it as an escape: use single quotes instead',
    )
  }
  const text = quote === '"' ? raw.replaceAll('\\n', '\n').replaceAll('\\r', '\r') : raw
  return { text, end, warnings }
}

/** References and commands are data here; many readers would replace them. */
function references(text: string): string[] {
  return /\$[{(]/.test(text)
    ? ['a reference or command is kept as text, not expanded: put the value in single quotes to confirm']
    : []
}

function endOfLine(source: string, from: number): number {
  const end = source.indexOf('\n', from)
  return end < 0 ? source.length : end
}
