import { commentNames, type DetailName, fieldOf, type Variable } from './fields/every-field.ts'
import { FormatError } from './format-error.ts'
import { countLines, type ReadDotenv, setTwice } from './parse-dotenv.ts'
import { isVariableName, nameProblem } from './variable-name.ts'

/**
 * Reads a flat JSON object of strings, or of objects with `value` and `note`. Throws `FormatError` naming each key that
 * is not a portable name or whose value is not a string (numbers too: `1.0` and `1` would become the same text), or
 * when the text is not a JSON object.
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
    else {
      const variable = readVariable(value)
      if (typeof variable === 'string') problems.push({ line: 0, key, problem: variable })
      else variables.set(key, variable)
    }
  }
  if (problems.length > 0) throw new FormatError(problems)
  return variables
}

/** {@link parseJson}, with a warning about each name that the text repeats with another value. Throws `FormatError`. */
export function readJson(text: string): ReadDotenv {
  const variables = parseJson(text)
  const warnings = findRepeatedNames(text).map((name) => ({ ...name, ...setTwice }))
  return { variables, warnings, noteWarnings: [], otherComments: 0 }
}

/** The variable, or why it is none. */
function readVariable(value: unknown): Variable | string {
  if (typeof value === 'string') return { value }
  if (!isDetailed(value)) return 'the value is not a string'
  const details: { [Name in DetailName]?: string } = {}
  for (const name of commentNames) {
    const { label, wire, comment } = fieldOf(name)
    const text = wire.normalise(value[name] ?? '')
    const problem = comment?.problem(text)
    if (problem !== undefined) return `this is not a ${label}: ${problem}`
    if (text !== '') details[name] = text
  }
  return { value: value.value, ...details }
}

/** Whether it has the value and each detail that comments hold, which may be null, and nothing else. */
function isDetailed(entry: unknown): entry is { value: string } & { [Name in DetailName]?: string | null } {
  if (typeof entry !== 'object' || entry === null) return false
  const { value, ...details } = entry as Record<string, unknown>
  return (
    typeof value === 'string' &&
    Object.keys(details).length === commentNames.length &&
    commentNames.every((name) => details[name] === null || typeof details[name] === 'string')
  )
}

const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\],]/g

/**
 * Names that a JSON object has more than once, with different values, at its top level: parsers take the last one.
 * @param json what `parseJson` reads
 */
function findRepeatedNames(json: string): { readonly line: number; readonly key: string }[] {
  const values = new Map<string, string>()
  const repeated: { readonly line: number; readonly key: string }[] = []
  const lineAt = countLines(json)
  let depth = 0
  let name: { readonly key: string; readonly from: number } | undefined
  for (const { 0: token, index } of json.matchAll(tokens)) {
    if (depth === 1 && name && (token === ',' || token === '}')) {
      const { key, from } = name
      const value = JSON.stringify(JSON.parse(json.slice(json.indexOf(':', from) + 1, index)))
      if ((values.get(key) ?? value) !== value) repeated.push({ line: lineAt(from), key })
      values.set(key, value)
      name = undefined
    } else if (depth === 1 && !name && token.startsWith('"'))
      name = { key: JSON.parse(token), from: index + token.length }
    if (token === '{' || token === '[') depth++
    if (token === '}' || token === ']') depth--
  }
  return repeated
}
