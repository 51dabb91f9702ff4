import type { ReadableFormat } from './dialect.ts'
import { parseDotenv } from './parse-dotenv.ts'
import { parseJson } from './parse-json.ts'

/** Reads `text` as the format the caller declares; nothing is guessed. Throws `FormatError`. */
export function parseVariables(format: ReadableFormat, text: string): Map<string, string> {
  return format === 'json' ? parseJson(text) : parseDotenv(text)
}
