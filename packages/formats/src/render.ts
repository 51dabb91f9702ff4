import type { Dialect, DotenvDialect, Format } from './dialect.ts'
import { FormatError, type FormatProblem } from './format-error.ts'
import { renderDotenv } from './render-dotenv.ts'
import type { RandomBytes } from './render-github.ts'
import { renderGithub } from './render-github.ts'
import { renderJson, renderNotedJson } from './render-json.ts'
import { renderFish, renderShell } from './render-shell.ts'
import { renderYaml } from './render-yaml.ts'
import type { Rendered } from './rendered.ts'
import { isVariableName, nameProblem } from './variable-name.ts'
import type { Variables } from './variables.ts'

export type RenderOptions = {
  /** The reader of a dotenv or shell text; the other formats have no dialects and ignore it. */
  dialect?: Dialect | undefined
  /** Whether dotenv has notes as comments, and JSON has objects with value and note instead of texts. */
  notes?: boolean | undefined
  /** Source of `github`'s delimiter; by default the platform's random numbers. */
  random?: RandomBytes | undefined
}

/**
 * Writes `variables`, in their order, as one text. Throws `FormatError` naming every key that the format or dialect
 * cannot hold exactly: nothing is changed silently, and no part is written.
 */
export function render(format: Format, variables: Variables, options: RenderOptions = {}): Rendered {
  const problems = [...variables].flatMap(([key, { value }]) => findProblem(key, value))
  if (problems.length > 0) throw new FormatError(problems)
  switch (format) {
    case 'dotenv':
      return renderDotenv(variables, dotenvDialect(options.dialect), options)
    case 'json':
      return { text: options.notes ? renderNotedJson(variables) : renderJson(variables), warnings: [] }
    case 'yaml':
      return { text: renderYaml(variables), warnings: [] }
    case 'github':
      return renderGithub(variables, options.random)
    case 'shell':
      return options.dialect === 'fish' ? renderFish(variables) : renderShell(variables)
  }
}

/** fish has its own syntax to set variables, and reads no dotenv text. */
function dotenvDialect(dialect: Dialect | undefined): DotenvDialect | undefined {
  if (dialect !== 'fish') return dialect
  throw new FormatError([{ line: 0, problem: 'fish cannot read a dotenv file: use the shell format' }])
}

/** What no format can hold: names that are not portable, and values that cannot be in an environment or in UTF-8. */
function findProblem(key: string, value: string): FormatProblem[] {
  if (!isVariableName(key)) return [{ line: 0, key: key.slice(0, 100), problem: nameProblem }]
  if (value.includes('\0')) return [{ line: 0, key, problem: 'an environment cannot hold a NUL character' }]
  if (!value.isWellFormed()) return [{ line: 0, key, problem: 'the value contains half a Unicode character' }]
  return []
}
