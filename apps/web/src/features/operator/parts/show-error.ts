import { type ErrorTexts, errorText } from '../../../connection/api/error-text.ts'
import { isStepUpCancelled } from '../../../connection/session/step-up-prompt.ts'
import { toast } from '../../../ui/toast.ts'

/** Shows why an action failed. A proof of identity that was cancelled is not a failure. */
export function showError(error: unknown, texts?: ErrorTexts): void {
  if (!isStepUpCancelled(error)) void toast.error(errorText(error, texts))
}
