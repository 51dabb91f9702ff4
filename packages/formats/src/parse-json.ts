import { FormatError } from './format-error.ts'
import { isVariableName, nameProblem } from './variable-name.ts'
import type { Variable } from './variables.ts'

/**
 * Reads a flat JSON object of strings. Throws `FormatError` naming each key that is not a portable name or whose
 * value is not a string (numbers too: `1.0` and `1` would become the same text), or when the text is not a JSON
 * object.
 */
export function parseJson(text: string): Map<string, Variable> {
  let data: unknown
  try {
    data = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    // The engine's own message quotes the text, which contains values.
    throw new FormatError([{ line: 0, problem: 'this is not JSON' }])
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new FormatError([{ line: 0, problem: 'the JSON is not an object of names and strings' }])
  }
  const variables = new Map<string, Variable>()
  const problems = []
  for (const [key, value] of Object.entries(data)) {
    if (!isVariableName(key)) problems.push({ line: 0, key, problem: nameProblem })
    else if (typeof value !== 'string') problems.push({ line: 0, key, problem: 'the value is not a string' })
    else variables.set(key, { value })
  }
  if (problems.length > 0) throw new FormatError(problems)
  return variables
}
