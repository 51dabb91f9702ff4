import { type DotenvDialect, dotenvDialects } from './dialect.ts'
import { writeCompose, writeDocker, writeSystemd } from './dialects/containers.ts'
import { writeGo, writePhp, writePython, writeRuby } from './dialects/languages.ts'
import { writeNext, writeNode } from './dialects/node.ts'
import { writeBash, writeMake, writePortable } from './dialects/shells.ts'
import { guardLine, type Write, type Writing } from './dialects/writing.ts'
import { writeComments } from './fields/comments.ts'
import { FormatError, type FormatProblem } from './format-error.ts'
import type { Variables } from './variables.ts'

export type DotenvOptions = {
  /** Whether notes are written, as comment lines above their variables. */
  notes?: boolean | undefined
}

/**
 * Writes one `KEY=value` for each variable, for the readers of `dialect`, or by the portable rule without one. Throws
 * `FormatError` with every variable that cannot be held and, if it is not long, the dialects that can hold it (rule
 * 4).
 */
export function renderDotenv(
  variables: Variables,
  dialect?: DotenvDialect,
  { notes = false }: DotenvOptions = {},
): Rendered {
  const write = writerOf(dialect)
  const problems: FormatProblem[] = []
  const warnings: RenderWarning[] = []
  let text = ''
  let tried = 0
  for (const [key, variable] of variables) {
    const { value } = variable
    const written = write(value, key)
    if ('problem' in written) {
      const isTried = tried + value.length <= maxTried
      if (isTried) tried += value.length
      const able = isTried ? dialectsThatCarry(value, key) : []
      problems.push({ line: 0, key, problem: `${written.problem}; ${advice(able)}` })
      continue
    }
    if (written.warning !== undefined) warnings.push({ key, problem: written.warning })
    if (notes) text += writeComments(variable)
    text += statementOf(key, written)
  }
  if (problems.length > 0) throw new FormatError(problems)
  return { text, warnings }
}

/** The lines that set `key`, as `renderDotenv` writes them; undefined when the dialect cannot hold the value. */
export function writeStatement(key: string, value: string, dialect?: DotenvDialect): string | undefined {
  const written = writerOf(dialect)(value, key)
  return 'problem' in written ? undefined : statementOf(key, written)
}

const statementOf = (key: string, { text, guard }: Extract<Writing, { text: string }>): string =>
  `${key}=${text}\n${guard === undefined ? '' : guardLine(guard)}`

const writerOf = (dialect: DotenvDialect | undefined): Write =>
  dialect === undefined ? writePortable : writers[dialect]

/** The dialects whose readers read exactly this value. */
function dialectsThatCarry(value: string, key: string): DotenvDialect[] {
  return dotenvDialects.filter((dialect) => !('problem' in writers[dialect](value, key)))
}

/** Characters of values that are tried in every dialect: each takes milliseconds for a long one. */
const maxTried = 32 * 1024

function advice(able: readonly DotenvDialect[]): string {
  return able.length === 0 ? 'json and yaml can hold it' : `these dialects can hold it: ${able.join(', ')}`
}

const writers: Readonly<Record<DotenvDialect, Write>> = {
  node: writeNode,
  next: writeNext,
  compose: writeCompose,
  docker: writeDocker,
  python: writePython,
  ruby: writeRuby,
  go: writeGo,
  php: writePhp,
  make: writeMake,
  bash: writeBash,
  systemd: writeSystemd,
}

/** A variable that some common reader of a text would read differently (rule 4). */
export type RenderWarning = { key: string; problem: string }

/** A text, and the variables to check before a reader that it was not written for gets it. */
export type Rendered = {
  text: string
  warnings: RenderWarning[]
}
