import { sanitize } from '@envhold/command/sanitize.ts'
import { UserError } from '@envhold/command/user-error.ts'
import { formatCount } from '@envhold/contract/format-count.ts'
import { limits } from '@envhold/contract/limits.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import type { PlannedChanges } from './write-import.ts'

const maxProblems = 20
const maxCount = formatCount(limits.environmentVariables)

/**
 * Rejects what the server would reject, so that a dry run does it, too.
 * @throws UserError with names, never values
 */
export function requireAccepted({ body, present, added, removed }: PlannedChanges): void {
  const issues = writeVariables.body.safeParse(body).error?.issues ?? []
  const [ofNames, ofWhole] = [
    issues.filter(({ path }) => path.length > 1),
    issues.filter(({ path }) => path.length <= 1),
  ]
  const count = present === null ? 0 : present.size + added.length - removed.length
  const problems = [
    ...ofNames.map(({ path, message }) => `  ${sanitize(path.slice(1).join('.'))}: ${message}`),
    ...(count > limits.environmentVariables
      ? [`  ${formatCount(count, 'variable')}: an environment can hold ${maxCount} at most`]
      : ofWhole.map(({ message }) => `  ${message}`)),
  ]
  if (problems.length === 0) return
  const more = problems.length - maxProblems
  throw new UserError(
    'Nothing was written:',
    [...problems.slice(0, maxProblems), ...(more > 0 ? [`  and ${formatCount(more, 'other')}`] : [])].join(
      '\n',
    ),
    'VALIDATION_FAILED',
  )
}
