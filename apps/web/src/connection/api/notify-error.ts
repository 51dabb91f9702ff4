import { toast } from '../../ui/feedback/toast.ts'
import { isPromptCanceled } from '../prompt-cancelled.ts'
import { type ErrorTexts, errorText } from './error-text.ts'

/** Shows an error as a toast. A cancelled prompt is not an error. */
export function notifyError(error: unknown, texts?: ErrorTexts) {
  if (isPromptCanceled(error)) return
  toast.error(errorText(error, texts))
}
