import { sanitize } from '@envhold/command/sanitize.ts'
import { UserError } from '@envhold/command/user-error.ts'
import type { Format } from '@envhold/formats/dialect.ts'
import { FormatError } from '@envhold/formats/format-error.ts'
import { type RenderOptions, render } from '@envhold/formats/render.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { explainError } from './explain-error.ts'

/** Renders variables; if some values stop that, says how to leave them out. @throws UserError */
export function renderChosen(format: Format, variables: Variables, options: RenderOptions) {
  try {
    return render(format, variables, options)
  } catch (error) {
    const explained = error instanceof FormatError ? explainError(error) : null
    if (!(error instanceof FormatError) || !explained) throw error
    const names = [...new Set(error.problems.flatMap(({ key }) => key ?? []))].map(sanitize)
    if (names.length === 0) throw error
    throw new UserError(
      explained.message,
      `${explained.hint}\nTo write the others: --except ${names.join(',')}`,
      explained.code,
    )
  }
}
