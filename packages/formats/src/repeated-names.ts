import { countLines } from './parse-dotenv.ts'

const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\],]/g

/**
 * Names that a JSON object has more than once, with different values, at its top level: parsers take the last one.
 * @param json what `parseJson` reads
 */
export function findRepeatedNames(json: string): { readonly line: number; readonly key: string }[] {
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
