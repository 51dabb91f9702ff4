import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { isPromptCancelled } from '../is-prompt-cancelled.ts'
import { type ErrorTexts, errorText } from './error-text.ts'
import { showFieldErrors } from './show-field-errors.ts'

interface Form<T extends FieldValues> {
  readonly names: readonly Path<T>[]
  readonly texts: ErrorTexts
  readonly setError: UseFormSetError<T>
  /** Where an error of the whole form shows; without it, as the error of `root`. */
  readonly at?: Path<T>
}

/**
 * Shows the server's validation errors at their fields; any other error becomes the form's error. A cancelled prompt is
 * not an error.
 */
export function showFormError<T extends FieldValues>(
  error: unknown,
  { names, texts, setError, at }: Form<T>,
) {
  if (isPromptCancelled(error)) return
  if (showFieldErrors(error, names, setError)) return
  setError(at ?? 'root', { message: errorText(error, texts) })
}
