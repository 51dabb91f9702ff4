import { FormatError } from '@envhold/formats/format-error.ts'
import { renderDotenv } from '@envhold/formats/render-dotenv.ts'
import { toVariables } from '@envhold/formats/variables.ts'

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

/** An environment as a `.env` file by the portable rule. What cannot be written exactly is left out, and named. */
export function environmentFile(record: Readonly<Record<string, string>>): EnvironmentFile {
  const variables = toVariables(record)
  try {
    return { ...renderDotenv(variables), leftOut: [] }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const leftOut = error.problems.map(({ key = '', problem }) => ({ key, problem }))
    for (const { key } of leftOut) variables.delete(key)
    const { text, warnings } = renderDotenv(variables)
    const notes = leftOut.map(({ key }) => `# ${key} is not in this file: see README.txt.\n`)
    return { text: notes.join('') + text, warnings, leftOut }
  }
}
