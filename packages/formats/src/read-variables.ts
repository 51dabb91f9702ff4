import type { Dialect, DotenvDialect, ReadableFormat } from './dialect.ts'
import { type ReadDotenv, readDotenv, readStatements } from './parse-dotenv.ts'
import { readJson } from './parse-json.ts'
import { writeStatement } from './render-dotenv.ts'
import type { Variable, Variables } from './variables.ts'

export type ReadOptions = {
  /** The reader for which a dotenv text was written. */
  dialect?: Dialect | undefined
  /** What the text contained when Envhold wrote it, if known. */
  known?: Variables | undefined
}

/**
 * Reads `text` in the format that the caller declares; nothing is guessed. The warnings name each value that other
 * readers of the format read differently; of JSON, each name that it repeats with another value. Throws `FormatError`.
 */
export function readVariables(format: ReadableFormat, text: string, reading: ReadOptions = {}): ReadDotenv {
  if (format === 'json') return readJson(text)
  const { dialect, known = new Map() } = reading
  if (dialect === undefined || dialect === 'fish') return readDotenv(text)
  return readDialect(text, dialect, known)
}

function readDialect(text: string, dialect: DotenvDialect, known: Variables): ReadDotenv {
  const { rest, unchanged } = extractKnownStatements(text.replace(/^\uFEFF/, ''), dialect, known)
  const { lines, ...read } = readStatements(rest, dialect)
  // A line of another value that looks like the statement, or one of several assignments.
  const mistaken = [...unchanged].filter(([key, { line }]) => lines.get(key)?.join() !== `${line}`)
  if (mistaken.length > 0) return readDialect(text, dialect, without(known, new Map(mistaken)))
  const { variables } = read
  for (const [key, { value }] of unchanged) variables.set(key, { ...variables.get(key), value })
  return read
}

const without = (known: Variables, keys: ReadonlyMap<string, unknown>) =>
  new Map([...known].filter(([key]) => !keys.has(key)))

/**
 * Extracts from a dotenv text what Envhold itself wrote: the statements of variables that are unchanged. Each dialect
 * has its own quoting, so only what was changed by hand has to be read by npm dotenv's rules.
 *
 * In `rest` an empty `KEY=` and blank lines replace what was extracted, so that line numbers stay right and comments
 * keep the assignment that they belong to. A statement that occurs more than once is left for the reader. A line of a
 * value that was written by hand may look like a statement, so the caller compares each `line` with what it reads.
 */
function extractKnownStatements(
  text: string,
  dialect: DotenvDialect | undefined,
  known: Variables,
): { readonly rest: string; readonly unchanged: ReadonlyMap<string, Unchanged> } {
  const starts = startsByKey(text)
  const taken: Taken[] = []
  const isTaken = (start: number) => taken.some((range) => range.start <= start && start < range.end)
  const stands = (statement: string, start: number) =>
    text.startsWith(statement, start) &&
    /^(\r?\n|$)/.test(text.slice(start + statement.length, start + statement.length + 2))
  // The longest first: the lines of a long value may look like statements.
  let open: readonly Statement[] = [...known]
    .flatMap(([key, variable]) => {
      const statement = writeStatement(key, variable.value, dialect)?.slice(0, -1)
      return statement === undefined ? [] : [{ key, variable, statement }]
    })
    .toSorted((left, right) => right.statement.length - left.statement.length)
  // A name that also stands in a value is clear once the statement of that value is taken.
  for (let before = -1; before < taken.length && open.length > 0; ) {
    before = taken.length
    const unclear: Statement[] = []
    for (const each of open) {
      const { key, variable, statement } = each
      const [start, ...others] = (starts.get(key) ?? []).filter((at) => !isTaken(at))
      if (start === undefined) continue
      const end = start + statement.length
      // Its own value may name it, too.
      if (stands(statement, start) && others.every((at) => at < end)) {
        if (taken.some((range) => start < range.end && range.start < end)) continue
        taken.push({ start, end, key, value: variable.value })
      } else if (others.length > 0) unclear.push(each)
    }
    open = unclear
  }
  return blankOut(text, taken)
}

/** Where a line begins with `KEY=`, for each key. */
function startsByKey(text: string): Map<string, number[]> {
  const starts = new Map<string, number[]>()
  // Only a LF starts a line: with the flag m, `^` would also match after a CR or U+2028 inside a value.
  for (const { 0: match, 1: key = '', index } of text.matchAll(/(?:^|\n)([A-Za-z_][A-Za-z0-9_]*)=/g)) {
    const start = match.startsWith('\n') ? index + 1 : index
    const known = starts.get(key)
    if (known) known.push(start)
    else starts.set(key, [start])
  }
  return starts
}

interface Statement {
  readonly key: string
  readonly variable: Variable
  readonly statement: string
}

type Taken = { readonly start: number; readonly end: number; readonly key: string; readonly value: string }

/** A variable whose statement is replaced by `KEY=` on this line of `rest`. */
type Unchanged = { readonly value: string; readonly line: number }

function blankOut(text: string, taken: readonly Taken[]) {
  const unchanged = new Map<string, Unchanged>()
  let rest = ''
  let line = 1
  let position = 0
  for (const { start, end, key, value } of taken.toSorted((left, right) => left.start - right.start)) {
    const before = text.slice(position, start)
    const lineBreaks = text.slice(start, end).replaceAll(/[^\n]+/g, '')
    line += before.match(lineBreak)?.length ?? 0
    unchanged.set(key, { value, line })
    line += lineBreaks.length
    rest += `${before}${key}=${lineBreaks}`
    position = end
  }
  return { rest: rest + text.slice(position), unchanged }
}

/** What the reader counts as one line break. */
const lineBreak = /\r\n?|\n/g
