import type { Dialect, Format } from './dialect.ts'
import { FormatError } from './format-error.ts'
import { renderDotenv } from './render-dotenv.ts'
import type { RandomBytes } from './render-github.ts'
import { renderGithub } from './render-github.ts'
import { renderJson } from './render-json.ts'
import { renderShell } from './render-shell.ts'
import { renderYaml } from './render-yaml.ts'
import { isVariableName, nameProblem } from './variable-name.ts'

export type RenderWarning = { key: string; problem: string }

export type Rendered = {
  text: string
  /** Variables that some common reader of this text would read differently (rule 4). */
  warnings: RenderWarning[]
}

export type RenderOptions = {
  /** Readers that a dotenv text is for; the other formats have no dialects and ignore it. */
  dialect?: Dialect | undefined
  /** Source of `github`'s delimiter; the platform's own random numbers unless a test says otherwise. */
  random?: RandomBytes | undefined
}

/**
 * Writes `variables`, in their order, as one text. Throws `FormatError` naming every key that the format or dialect
 * cannot carry exactly: nothing is changed in silence, and no part is written.
 */
export function render(
  format: Format,
  variables: ReadonlyMap<string, string>,
  options: RenderOptions = {},
): Rendered {
  const problems = [...variables.keys()]
    .filter((key) => !isVariableName(key))
    .map((key) => ({ line: 0, key, problem: nameProblem }))
  if (problems.length > 0) throw new FormatError(problems)
  switch (format) {
    case 'dotenv':
      return renderDotenv(variables, options.dialect)
    case 'json':
      return { text: renderJson(variables), warnings: [] }
    case 'yaml':
      return { text: renderYaml(variables), warnings: [] }
    case 'github':
      return { text: renderGithub(variables, options.random), warnings: [] }
    case 'shell':
      return { text: renderShell(variables), warnings: [] }
  }
}
