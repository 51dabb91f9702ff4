import { FormatError } from './format-error.ts'
import type { Rendered, RenderWarning } from './rendered.ts'
import type { Variables } from './variables.ts'

/** Fills `bytes` with random numbers. */
export type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => void

/**
 * Lines for `$GITHUB_ENV`: `KEY<<DELIMITER`, the value, the delimiter. The delimiter is random (128 bits) and no line
 * of any value equals it, so that no value can set another variable. Values are not masked: see `maskVariables`.
 * Throws `FormatError` for NODE_OPTIONS, which the runner rejects. Warns about names that the runner sets itself.
 */
export function renderGithub(
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
  const lines = new Set([...variables.values()].flatMap(({ value }) => value.split(/\r\n|\r|\n/)))
  for (let draw = 0; draw < 8; draw++) {
    const bytes = new Uint8Array(16)
    random(bytes)
    const delimiter = `envhold_${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
    if (!lines.has(delimiter)) return delimiter
  }
  throw new Error('The random source repeats itself')
}
