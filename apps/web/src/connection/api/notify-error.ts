import { toast } from '../../ui/toast.ts'
import { isStepUpCancelled } from '../session/step-up-prompt.ts'
import { isUnlockCancelled } from '../vault/unlock-prompt.ts'
import type { ErrorTexts } from './error-text.ts'
import { errorText } from './error-text.ts'

/** Shows an error as a toast. A cancelled prompt is not an error. */
export function notifyError(error: unknown, texts?: ErrorTexts) {
  if (isUnlockCancelled(error) || isStepUpCancelled(error)) return
  void toast.error(errorText(error, texts))
}
