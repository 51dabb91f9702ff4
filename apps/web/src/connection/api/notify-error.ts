import { toast } from '../../ui/toast.ts'
import { isUnlockCancelled } from '../vault/unlock-prompt.ts'
import type { ErrorTexts } from './error-text.ts'
import { errorText } from './error-text.ts'

/** Says in a message what went wrong; a prompt that was closed is nothing to speak of. */
export function notifyError(error: unknown, texts?: ErrorTexts) {
  if (!isUnlockCancelled(error)) void toast.error(errorText(error, texts))
}
