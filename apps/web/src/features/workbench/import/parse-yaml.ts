import { FormatError, type FormatProblem } from '@envhold/formats/format-error.ts'
import type { ReadDotenv } from '@envhold/formats/parse-dotenv.ts'
import { isVariableName, nameProblem } from '@envhold/formats/variable-name.ts'
import type { Variable } from '@envhold/formats/variables.ts'
import { isMap, isScalar, LineCounter, type Pair, parseDocument } from 'yaml'

/**
 * Reads a YAML map of names and plain values, each as the text that is written: `1.0` stays `1.0`, and `no` stays `no`.
 * @throws FormatError with the line of everything else, such as lists, nested maps, aliases and tags
 */
export function parseYaml(text: string): ReadDotenv {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, logLevel: 'error', version: '1.2' })
  const lineOf = (offset: number | undefined) => (offset === undefined ? 0 : lineCounter.linePos(offset).line)
  // The library's own messages quote the text, which contains values.
  const problems: FormatProblem[] = document.errors.map(({ pos, code }) => ({
    line: lineOf(pos[0]),
    problem: code === 'DUPLICATE_KEY' ? 'this name is set twice' : 'this is not YAML that can be read',
  }))
  const { contents } = document
  if (problems.length === 0 && !isMap(contents))
    problems.push({ line: 1, problem: 'the YAML is not a map of names and values' })
  if (problems.length > 0 || !isMap(contents)) throw new FormatError(problems)
  const variables = new Map<string, Variable>()
  for (const pair of contents.items) {
    const read = readPair(pair)
    if ('value' in read) variables.set(read.key, { value: read.value })
    else {
      const at = isScalar(pair.key) ? pair.key.range?.[0] : undefined
      problems.push({ line: lineOf(at), ...read })
    }
  }
  if (problems.length > 0) throw new FormatError(problems)
  return { variables, warnings: [], noteWarnings: [], otherComments: 0 }
}

type Read = { key: string; value: string } | { key?: string; problem: string }

function readPair({ key: name, value }: Pair): Read {
  const key = isScalar(name) ? String(name.source ?? name.value) : ''
  if (!isVariableName(key)) return { problem: nameProblem }
  if (!isScalar(value) || value.anchor !== undefined || value.tag !== undefined)
    return {
      key,
      problem: 'the value is not plain text: lists, maps, aliases, anchors and tags are not read',
    }
  if (value.value === null) return { key, problem: 'there is no value: write "" for an empty one' }
  return { key, value: typeof value.value === 'string' ? value.value : (value.source ?? '') }
}
