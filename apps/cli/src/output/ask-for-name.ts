import { sanitize } from '@envhold/command/sanitize.ts'
import { UserError } from '@envhold/command/user-error.ts'
import type { ProtectedLoss } from '@envhold/contract/accounts/protection.ts'
import { askLine } from './ask.ts'
import type { Output } from './output.ts'

/** `This replaces 3 and deletes 1 variables in production, which is protected.` */
function lossText({ environment, replaced, deleted }: ProtectedLoss): string {
  const name = sanitize(environment)
  const parts = [replaced > 0 && `replaces ${replaced}`, deleted > 0 && `deletes ${deleted}`].filter(Boolean)
  if (parts.length === 0) return `This changes ${name}, which is protected.`
  const noun = replaced + deleted === 1 ? 'variable' : 'variables'
  return `This ${parts.join(' and ')} ${noun} in ${name}, which is protected.`
}

/**
 * Has a user type the name of a protected environment.
 * @throws UserError when there is no terminal, or the answer is another name
 */
export async function askForName(output: Output, loss: ProtectedLoss): Promise<string> {
  const name = sanitize(loss.environment)
  const hint = `To go on, pass --confirm ${name}.`
  if (!output.interactive)
    throw new UserError(`${lossText(loss)} Nothing was written.`, hint, 'PROTECTED_ENVIRONMENT')
  const typed = await askLine(`${lossText(loss)} Type its name to go on: `)
  if (typed.toLowerCase() !== loss.environment.toLowerCase())
    throw new UserError('The name does not match. Nothing was written.', '', 'NOT_CONFIRMED')
  return typed
}
