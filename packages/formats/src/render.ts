import type { Dialect, DotenvDialect, Format } from './dialect.ts'
import { bashReservedNames, quoteForShell, writeFish } from './dialects/shells.ts'
import { commentNames } from './fields/every-field.ts'
import { FormatError, type FormatProblem } from './format-error.ts'
import { type Rendered, type RenderWarning, renderDotenv } from './render-dotenv.ts'
import { isVariableName, nameProblem } from './variable-name.ts'
import { toRecord, type Variables } from './variables.ts'

export type RenderOptions = {
  /** The reader of a dotenv or shell text; the other formats have no dialects and ignore it. */
  dialect?: Dialect | undefined
  /** Whether dotenv has notes as comments, and JSON has objects with value and note instead of texts. */
  notes?: boolean | undefined
  /** Source of `github`'s delimiter; by default the platform's random numbers. */
  random?: RandomBytes | undefined
}

/**
 * Writes `variables`, in their order, as one text. Throws `FormatError` naming every key that the format or dialect
 * cannot hold exactly: nothing is changed silently, and no part is written.
 */
export function render(format: Format, variables: Variables, options: RenderOptions = {}): Rendered {
  const problems = [...variables].flatMap(([key, { value }]) => findProblem(key, value))
  if (problems.length > 0) throw new FormatError(problems)
  switch (format) {
    case 'dotenv':
      return renderDotenv(variables, dotenvDialect(options.dialect), options)
    case 'json':
      return { text: options.notes ? renderNotedJson(variables) : renderJson(variables), warnings: [] }
    case 'yaml':
      return { text: renderYaml(variables), warnings: [] }
    case 'github':
      return renderGithub(variables, options.random)
    case 'shell':
      return options.dialect === 'fish' ? renderFish(variables) : renderShell(variables)
  }
}

/** fish has its own syntax to set variables, and reads no dotenv text. */
function dotenvDialect(dialect: Dialect | undefined): DotenvDialect | undefined {
  if (dialect !== 'fish') return dialect
  throw new FormatError([{ line: 0, problem: 'fish cannot read a dotenv file: use the shell format' }])
}

/** What no format can hold: names that are not portable, and values that cannot be in an environment or in UTF-8. */
function findProblem(key: string, value: string): FormatProblem[] {
  if (!isVariableName(key)) return [{ line: 0, key: key.slice(0, 100), problem: nameProblem }]
  if (value.includes('\0')) return [{ line: 0, key, problem: 'an environment cannot hold a NUL character' }]
  if (!value.isWellFormed()) return [{ line: 0, key, problem: 'the value contains half a Unicode character' }]
  return []
}

/** One flat JSON object of strings (RFC 8259), two spaces of indent, a newline at the end. */
function renderJson(variables: Variables): string {
  return `${JSON.stringify(toRecord(variables), null, 2)}\n`
}

/** The same with `{ value, note }` for each variable: the value, and the details that comments hold, or null. */
function renderNotedJson(variables: Variables): string {
  const noted = Array.from(variables, ([key, variable]): [string, object] => [
    key,
    {
      value: variable.value,
      ...Object.fromEntries(commentNames.map((name) => [name, variable[name] ?? null])),
    },
  ])
  return `${JSON.stringify(Object.fromEntries(noted), null, 2)}\n`
}

/**
 * A YAML mapping with the same meaning in YAML 1.1 and 1.2. Every name and value is in double quotes, so that no
 * reader turns `no` into a boolean or `1e3` into a number; characters that are not printable, or are line breaks in
 * YAML 1.1, are escaped.
 */
function renderYaml(variables: Variables): string {
  if (variables.size === 0) return '{}\n'
  return [...variables].map(([key, { value }]) => `${quote(key)}: ${quote(value)}\n`).join('')
}

/** YAML's double-quoted scalar: JSON's string with more characters escaped (YAML 1.2.2 §5.1, §5.7). */
function quote(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007f-\u00a0\u2028\u2029\ufdd0-\ufdef\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/**
 * Lines of `export KEY='…'` that any POSIX shell can `eval`: nothing in a value is expanded or executed. Warns about
 * the names that bash reserves.
 */
function renderShell(variables: Variables): Rendered {
  const text = [...variables].map(([key, { value }]) => `export ${key}=${quoteForShell(value)}\n`).join('')
  const warnings = [...variables.keys()]
    .filter((key) => bashReservedNames.has(key))
    .map((key) => ({ key, problem: 'bash reserves this name and ignores the value' }))
  return { text, warnings }
}

/** Lines of `set -gx KEY '…'` for `source` in fish. Throws `FormatError` naming the variables that fish makes read-only. */
function renderFish(variables: Variables): Rendered {
  const problems: FormatProblem[] = []
  let text = ''
  for (const [key, { value }] of variables) {
    const written = writeFish(value, key)
    if ('problem' in written) problems.push({ line: 0, key, problem: written.problem })
    else text += `set -gx ${key} ${written.text}\n`
  }
  if (problems.length > 0) throw new FormatError(problems)
  return { text, warnings: [] }
}

/** Fills `bytes` with random numbers. */
type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => void

/**
 * Lines for `$GITHUB_ENV`: `KEY<<DELIMITER`, the value, the delimiter. The delimiter is random (128 bits) and no line
 * of any value equals it, so that no value can set another variable. Values are not masked: see `maskVariables`.
 * Throws `FormatError` for NODE_OPTIONS, which the runner rejects. Warns about names that the runner sets itself.
 */
function renderGithub(
  variables: Variables,
  random: RandomBytes = (bytes) => void globalThis.crypto.getRandomValues(bytes),
): Rendered {
  const refused = [...variables.keys()].filter((key) => key.toUpperCase() === 'NODE_OPTIONS')
  if (refused.length > 0) {
    throw new FormatError(
      refused.map((key) => ({ line: 0, key, problem: 'a GitHub runner rejects this name' })),
    )
  }
  const delimiter = drawDelimiter(variables, random)
  const text = [...variables]
    .map(([key, { value }]) => `${key}<<${delimiter}\n${value}\n${delimiter}\n`)
    .join('')
  return { text, warnings: [...variables].flatMap(([key, { value }]) => warn(key, value)) }
}

function warn(key: string, value: string): RenderWarning[] {
  if (/^(GITHUB|RUNNER)_/i.test(key)) return [{ key, problem: 'a GitHub runner sets this name itself' }]
  if (value.endsWith('\r')) {
    return [{ key, problem: 'a GitHub runner on Windows drops the carriage return at the end' }]
  }
  return []
}

function drawDelimiter(variables: Variables, random: RandomBytes): string {
  const values = Array.from(variables.values(), ({ value }) => value)
  // Lines are taken apart only where the text occurs, which it never does by chance.
  const isLine = (text: string) =>
    values.some((value) => value.includes(text) && value.split(/\r\n|\r|\n/).includes(text))
  for (let draw = 0; draw < 8; draw++) {
    const bytes = new Uint8Array(16)
    random(bytes)
    const delimiter = `envhold_${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
    if (!isLine(delimiter)) return delimiter
  }
  throw new Error('The random source repeats itself')
}
