import type { ReadableFormat } from './dialect.ts'
import { type ReadDotenv, readDotenv } from './parse-dotenv.ts'
import { parseJson } from './parse-json.ts'

/**
 * Reads `text` as the format the caller declares; nothing is guessed. The warnings name each value that other readers
 * of the format read differently; JSON has none. Throws `FormatError`.
 */
export function readVariables(format: ReadableFormat, text: string): ReadDotenv {
  return format === 'json' ? { variables: parseJson(text), warnings: [] } : readDotenv(text)
}
