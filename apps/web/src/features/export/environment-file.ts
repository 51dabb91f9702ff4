import { FormatError } from '@envhold/formats/format-error.ts'
import { renderDotenv } from '@envhold/formats/render-dotenv.ts'
import { type Details, toVariables } from '@envhold/formats/variables.ts'

export interface Remark {
  readonly key: string
  readonly problem: string
}

export interface EnvironmentFile {
  readonly text: string
  /** Variables that some reader reads differently. */
  readonly warnings: readonly Remark[]
  /** Variables that no `.env` text holds exactly: they are in the JSON only. */
  readonly leftOut: readonly Remark[]
}

/**
 * An environment as a `.env` file by the portable rule, with notes as comments. What cannot be written exactly is left
 * out, and named.
 */
export function environmentFile(
  record: Readonly<Record<string, string>>,
  details: Readonly<Record<string, Details>> = {},
): EnvironmentFile {
  const variables = toVariables(record, details)
  try {
    return { ...renderDotenv(variables, undefined, { notes: true }), leftOut: [] }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const leftOut = error.problems.map(({ key = '', problem }) => ({ key, problem }))
    for (const { key } of leftOut) variables.delete(key)
    const { text, warnings } = renderDotenv(variables, undefined, { notes: true })
    const notes = leftOut.map(({ key }) => `# ${key} is not in this file: see README.txt.\n`)
    // The empty line keeps them apart from the note of the first variable.
    return { text: `${notes.join('')}\n${text}`, warnings, leftOut }
  }
}
