import { type Dialect, type Format, mediaTypes } from '@envhold/formats/dialect.ts'
import { FormatError } from '@envhold/formats/format-error.ts'
import { render } from '@envhold/formats/render.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { AppError } from '../../app-error.ts'
import type { HandlerResult } from '../route.ts'

const maxWarned = 50
const maxNamed = 3

/**
 * The variables as text, with a header that names the keys whose values are not portable.
 * @throws AppError VALIDATION_FAILED naming every key whose value the dialect cannot represent
 */
export function renderVariables(
  variables: Variables,
  options: { format: Format; dialect?: Dialect | undefined; notes?: boolean },
): Pick<HandlerResult, 'text' | 'headers'> {
  const { text, warnings } = rendered(variables, options)
  const keys = [...new Set(warnings.map(({ key }) => key))].slice(0, maxWarned)
  return {
    text: Buffer.from(text),
    headers: {
      'content-type': mediaTypes[options.format],
      ...(keys.length > 0 && { 'x-envhold-warnings': `not-portable: ${keys.join(', ')}` }),
    },
  }
}

/** The names of variables that stop the text, the first of them if there are many. */
function namesOf({ problems }: FormatError): string {
  const names = [...new Set(problems.flatMap(({ key }) => key ?? []))]
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : ''
  return names.slice(0, maxNamed).join(', ') + more
}

function rendered(variables: Variables, { format, ...options }: Parameters<typeof renderVariables>[1]) {
  try {
    return render(format, variables, options)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new AppError('VALIDATION_FAILED', {
      message: `Some values cannot be written in this dialect: ${namesOf(error)}.`,
      details: error.problems.map(({ key, problem }) => ({ path: key ?? '', message: problem })),
    })
  }
}
