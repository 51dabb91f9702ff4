import type { Dialect, DotenvDialect, ReadableFormat } from './dialect.ts'
import { extractKnownStatements } from './known-statements.ts'
import { type ReadDotenv, readDotenv, readStatements } from './parse-dotenv.ts'
import { parseJson } from './parse-json.ts'
import type { Variables } from './variables.ts'

export type Reading = {
  /** The reader for which a dotenv text was written. */
  dialect?: Dialect | undefined
  /** What the text contained when Envhold wrote it, if known. */
  known?: Variables | undefined
}

/**
 * Reads `text` in the format that the caller declares; nothing is guessed. The warnings name each value that other
 * readers of the format read differently; JSON has none. Throws `FormatError`.
 */
export function readVariables(format: ReadableFormat, text: string, reading: Reading = {}): ReadDotenv {
  if (format === 'json') return { variables: parseJson(text), warnings: [], noteWarnings: [] }
  const { dialect, known = new Map() } = reading
  if (dialect === undefined || dialect === 'fish') return readDotenv(text)
  return readDialect(text, dialect, known)
}

function readDialect(text: string, dialect: DotenvDialect, known: Variables): ReadDotenv {
  const { rest, variables: unchanged } = extractKnownStatements(text.replace(/^\uFEFF/, ''), dialect, known)
  const { variables, warnings, noteWarnings, repeated } = readStatements(rest, dialect)
  const twice = [...repeated].filter((key) => unchanged.has(key))
  if (twice.length > 0) return readDialect(text, dialect, without(known, twice))
  for (const [key, { value }] of unchanged) variables.set(key, { ...variables.get(key), value })
  return { variables, warnings, noteWarnings }
}

const without = (known: Variables, keys: readonly string[]) =>
  new Map([...known].filter(([key]) => !keys.includes(key)))
