import { toast } from '../ui/toast.ts'
import type { Action } from './error-text.ts'
import { errorText } from './error-text.ts'
import { isGateClosed } from './unlock-prompt.ts'

/** Says in a message what went wrong; a prompt that was closed is nothing to speak of. */
export function tellError(error: unknown, action: Action = 'request') {
  if (!isGateClosed(error)) void toast.error(errorText(error, action))
}
