import type { DotenvDialect } from './dialect.ts'
import { isGuardLine } from './dialects/writing.ts'
import { type ReadValue, readValue } from './dotenv-value.ts'
import { readCommentLine, readComments } from './fields/comments.ts'
import type { Variable } from './fields/every-field.ts'
import { maxValueBytes } from './fields/text.ts'
import { FormatError, type FormatProblem } from './format-error.ts'
import { describeCauses, describeComment, describeText } from './reading/causes.ts'
import { WarningList } from './reading/warning-list.ts'
import { finishSteps, isPause, type Steps } from './steps.ts'
import { isVariableName, nameProblem } from './variable-name.ts'
import type { Variables } from './variables.ts'

/**
 * The reader follows npm dotenv, the format of most `.env` files: a text that it accepts has the meaning that npm
 * dotenv gives it. What npm dotenv skips or guesses is rejected, with its line; what other readers understand
 * differently is accepted with a warning.
 */
export type ReadDotenv = {
  variables: Map<string, Variable>
  /** What is ambiguous, such as a repeated name. Never contains a value. */
  warnings: FormatProblem[]
  /** Comments that cannot be notes, such as too long ones. Never contains their text. */
  noteWarnings: FormatProblem[]
  /** How many comment lines are neither notes nor lines that Envhold itself writes below a value. */
  otherComments: number
}

/**
 * Reads dotenv text: `export `, comments, `KEY=value` and `KEY: value`, single, double and backtick quotes over
 * several lines, CRLF, a BOM. Throws `FormatError` with every line that cannot be read (the first 100) and then
 * returns nothing. The last value of a repeated name counts. The comment lines directly above an assignment are its
 * note, except for commented-out assignments.
 */
export function parseDotenv(text: string): Map<string, Variable> {
  return readDotenv(text).variables
}

/** `parseDotenv`, with `warnings` for what the readers of `dialect`, or of any, read differently. */
export function readDotenv(text: string, dialect?: DotenvDialect): ReadDotenv {
  return finishSteps(readDotenvSteps(text, dialect))
}

/** `readDotenv`, with pauses. */
export function* readDotenvSteps(text: string, dialect?: DotenvDialect): Steps<ReadDotenv> {
  const { lines: _, ...read } = yield* statementSteps(text, dialect)
  return read
}

type ReadStatements = ReadDotenv & {
  /** The lines on which assignments to each key begin, in ascending order. */
  lines: Map<string, number[]>
}

/** `readDotenv`, with the lines of the assignments. */
export function readStatements(text: string, dialect?: DotenvDialect): ReadStatements {
  return finishSteps(statementSteps(text, dialect))
}

function* statementSteps(text: string, dialect: DotenvDialect | undefined): Steps<ReadStatements> {
  const source = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const variables = new Map<string, Variable>()
  const problems: FormatProblem[] = []
  const warnings = new WarningList()
  const noteWarnings = new WarningList()
  const lines = new Map<string, number[]>()
  let comments: string[] = []
  let otherComments = 0
  const commentWarnings: FormatProblem[] = describeText(text, dialect).map((warning) => ({
    line: 1,
    ...warning,
  }))
  let count = 0
  let pausedAt = 0
  const lineAt = countLines(source)
  for (let index = 0; index < source.length && problems.length < maxProblems; ) {
    if (isPause(++count) || index - pausedAt > maxStep) {
      pausedAt = index
      yield
    }
    const statement = readStatement(source, index, variables)
    const line = lineAt(index)
    index = statement.end
    const { key, value, header, problem, comment } = statement
    const above = comments
    if (typeof comment === 'string') comments.push(comment)
    else if (comments.length > 0) comments = []
    if (statement.commentText !== undefined && !isGuardLine(statement.commentText)) otherComments++
    if (statement.commentText !== undefined && commentWarnings.length < maxProblems)
      for (const warning of describeComment(statement.commentText, dialect))
        commentWarnings.push({ line, ...warning })
    if (problem !== undefined) problems.push({ line, ...(key === undefined ? {} : { key }), problem })
    if (key === undefined || value === undefined || header === undefined) continue
    if (commentWarnings.length > 0)
      for (const warning of commentWarnings.splice(0)) warnings.add({ ...warning, key })
    if (!isPlain(key, header, value, dialect) && warnings.hasRoom(line, key)) {
      const assignment = { ...value, header: source.slice(...header) }
      for (const warning of describeCauses(assignment, value.text, dialect))
        warnings.add({ line, key, ...warning })
    }
    const former = variables.get(key)
    if (former === undefined) lines.set(key, [line])
    else lines.get(key)?.push(line)
    if (former !== undefined && former.value !== value.text) warnings.add({ line, key, ...setTwice })
    const details = readComments(above)
    for (const problem of details.problems) noteWarnings.add({ line, key, problem })
    if (Object.keys(details.fields).length > 0) otherComments -= above.length
    variables.set(key, { value: value.text, ...details.fields })
  }
  if (problems.length > 0) throw new FormatError(problems)
  return { variables, warnings: warnings.all, noteWarnings: noteWarnings.all, otherComments, lines }
}

/** In a step, characters beyond which no statement begins. */
const maxStep = 8_192

/** A repeated name with another value. */
export const setTwice = {
  kind: 'repeated',
  problem: 'set above to another value, and readers take the last one: remove the others',
}

/** Whether all readers surely read an assignment alike: without a look at each of them. */
function isPlain(
  key: string,
  [start, end]: Span,
  { quotes, raw, rest, isLoose }: ReadValue,
  dialect: DotenvDialect | undefined,
): boolean {
  // No environment takes it.
  if (raw.length > maxValueBytes) return true
  if (rest !== '' || isLoose || end - start !== key.length + 1) return false
  if (quotes === 'none') return /^[\w./:@%+,=!?*^[\]{}-]*$/.test(raw)
  return quotes !== '`' && dialect !== 'docker' && dialect !== 'make' && !/[\\$\n`]|="/.test(raw)
}

/** A text with this many bad lines is not dotenv text, so reading stops. */
const maxProblems = 100

/** Where a part of the text begins and ends. */
type Span = readonly [number, number]

/** One line, or the several lines of one value: a variable, a problem, a comment, or none for a line without meaning. */
type Statement = {
  end: number
  key?: string
  /** What stands before the value. */
  header?: Span
  value?: ReadValue
  problem?: string
  /** A line of a note; null for a comment that is none. */
  comment?: string | null
  /** The comment of a line that has nothing else. */
  commentText?: string
}

function readStatement(source: string, at: number, read: Variables): Statement {
  const lineEnd = endOfLine(source, at)
  const line = source.slice(at, lineEnd)
  const end = lineEnd + 1
  const header = assignment.exec(line)
  const key = header?.[1]
  // Within quotes such a character is part of the value; `readValue` decides whether it is within quotes.
  const opensQuote = header !== null && /^[^\S\u2028\u2029]*['"`]/.test(line.slice(header[0].length))
  if (/[\u2028\u2029\0]/.test(line) && !opensQuote) {
    return { end, problem: 'this line contains an invisible line separator or a NUL character' }
  }
  if (blank.test(line)) return { end, ...commentOf(line) }
  if (exportsRead(line, read)) return { end }
  if (header === null || key === undefined) {
    return { end, problem: 'this line is neither KEY=value nor a comment' }
  }
  const value = readValue(source, at + header[0].length)
  // An invalid name may be part of a secret, such as a line of base64, so it is not shown.
  if (!isVariableName(key)) return { end: value.end, problem: nameProblem }
  if (value.problem !== undefined) return { end: value.end, key, problem: value.problem }
  return { end: value.end, key, value, header: [at, value.start] }
}

const commentOf = (line: string): Pick<Statement, 'comment' | 'commentText'> => {
  const start = line.indexOf('#')
  return start < 0 ? {} : { comment: readCommentLine(line.slice(start + 1)), commentText: line.slice(start) }
}

const blank = /^\s*(#.*)?$/
/** Here spaces never extend over a line break, although npm dotenv allows it. */
const assignment = /^\s*(?:export\s+)?([\w.-]+)(?:\s*=|:(?=\s))/

/** `export A B` on its own line, as in shells: valid without a value if the names are already set. */
function exportsRead(line: string, read: Variables): boolean {
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

/** Line numbers of ascending positions. */
export function countLines(source: string): (at: number) => number {
  let line = 1
  let counted = 0
  return (offset) => {
    for (; counted < offset; counted++) if (source[counted] === '\n') line++
    return line
  }
}
