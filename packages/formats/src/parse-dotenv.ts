import type { FormatProblem } from './format-error.ts'
import { FormatError } from './format-error.ts'

export type ReadDotenv = {
  variables: Map<string, string>
  /** What was read although it is doubtful, such as a name given twice. */
  warnings: FormatProblem[]
}

/**
 * Reads dotenv text as npm dotenv does. Throws `FormatError` with every line that cannot be read, in which case nothing is.
 * Duplicate names: the last one wins.
 */
export function parseDotenv(text: string): Map<string, string> {
  return readDotenv(text).variables
}

/** `parseDotenv`, with `warnings` for what is read but doubtful. */
export function readDotenv(text: string): ReadDotenv {
  const variables = new Map<string, string>()
  const problems: FormatProblem[] = []
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .entries()) {
    if (/^\s*(#|$)/.test(line)) continue
    const match = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line)
    if (match?.[1] === undefined) problems.push({ line: index + 1, problem: 'this line is not KEY=value' })
    else variables.set(match[1], (match[2] ?? '').replace(/^(['"`])(.*)\1$/, '$2'))
  }
  if (problems.length > 0) throw new FormatError(problems)
  return { variables, warnings: [] }
}
