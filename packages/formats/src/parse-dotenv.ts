import { type ReadValue, readValue } from './dotenv-value.ts'
import { FormatError, type FormatProblem } from './format-error.ts'
import { isVariableName, nameProblem } from './variable-name.ts'

/**
 * Reading follows npm dotenv, which writes most of the `.env` files there are: a text that this reader accepts means what npm
 * dotenv says it means. What npm dotenv skips or guesses at is refused instead, with its line; what other readers understand
 * differently is accepted with a warning.
 */
export type ReadDotenv = {
  variables: Map<string, string>
  /** What was read although it is doubtful, such as a name given twice. Never holds a value. */
  warnings: FormatProblem[]
}

/**
 * Reads dotenv text: `export `, comments, `KEY=value` and `KEY: value`, single, double and backtick quotes over several lines,
 * CRLF, a BOM. Throws `FormatError` with every line that cannot be read (the first 100), in which case nothing is. A name given twice: the
 * last one wins.
 */
export function parseDotenv(text: string): Map<string, string> {
  return readDotenv(text).variables
}

/** `parseDotenv`, with `warnings` for what is read but doubtful. */
export function readDotenv(text: string): ReadDotenv {
  const source = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const variables = new Map<string, string>()
  const problems: FormatProblem[] = []
  const warnings: FormatProblem[] = []
  const lineAt = countLines(source)
  for (let at = 0; at < source.length && problems.length < mostProblems; ) {
    const statement = readStatement(source, at, variables)
    const line = lineAt(at)
    at = statement.end
    const { key, value, problem } = statement
    if (problem !== undefined) problems.push({ line, ...(key === undefined ? {} : { key }), problem })
    if (key === undefined || value === undefined) continue
    for (const warning of value.warnings) warnings.push({ line, key, problem: warning })
    if (variables.has(key))
      warnings.push({ line, key, problem: 'set more than once, and the last one wins: remove the others' })
    variables.set(key, value.text)
  }
  if (problems.length > 0) throw new FormatError(problems)
  return { variables, warnings }
}

/** A text with this many bad lines is no dotenv text, and nobody reads on. */
const mostProblems = 100

/** One line, or the several lines of one value: a variable, a problem, or neither for what carries no meaning. */
type Statement = { end: number; key?: string; value?: ReadValue; problem?: string }

function readStatement(source: string, at: number, read: ReadonlyMap<string, string>): Statement {
  const lineEnd = endOfLine(source, at)
  const line = source.slice(at, lineEnd)
  const end = lineEnd + 1
  const header = assignment.exec(line)
  const key = header?.[1]
  // Within quotes such a character is part of the value; whether it is within them, `readValue` finds out.
  const opensQuote = header !== null && /^[^\S\u2028\u2029]*['"`]/.test(line.slice(header[0].length))
  if (/[\u2028\u2029\0]/.test(line) && !opensQuote) {
    return { end, problem: 'this line holds an invisible line separator or a NUL character' }
  }
  if (blank.test(line) || exportsRead(line, read)) return { end }
  if (header === null || key === undefined) {
    return { end, problem: 'this line is neither KEY=value nor a comment' }
  }
  const value = readValue(source, at + header[0].length)
  // A name that is none may be a piece of a secret, such as a line of base64, and is not told.
  if (!isVariableName(key)) return { end: value.end, problem: nameProblem }
  if (value.problem !== undefined) return { end: value.end, key, problem: value.problem }
  return { end: value.end, key, value }
}

const blank = /^\s*(#.*)?$/
/** Spaces never reach over a line end here, although npm dotenv lets them. */
const assignment = /^\s*(?:export\s+)?([\w.-]+)(?:\s*=|:(?=\s))/

/** `export A B` on a line of its own, as shells have it: nothing to read when the names are read already. */
function exportsRead(line: string, read: ReadonlyMap<string, string>): boolean {
  const names = /^\s*export((?:\s+\w+)+)\s*(?:#.*)?$/.exec(line)?.[1]
  return (
    names
      ?.trim()
      .split(/\s+/)
      .every((name) => read.has(name)) ?? false
  )
}

function endOfLine(source: string, from: number): number {
  const end = source.indexOf('\n', from)
  return end < 0 ? source.length : end
}

/** Line numbers of rising positions. */
function countLines(source: string): (at: number) => number {
  let line = 1
  let counted = 0
  return (at) => {
    for (; counted < at; counted++) if (source[counted] === '\n') line++
    return line
  }
}
