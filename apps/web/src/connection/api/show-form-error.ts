import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { isPromptCanceled } from '../prompt-cancelled.ts'
import { type ErrorTexts, errorText, fieldErrors } from './error-text.ts'

interface Form<T extends FieldValues> {
  readonly names: readonly Path<T>[]
  readonly texts: ErrorTexts | undefined
  readonly setError: UseFormSetError<T>
  /** Where an error of the whole form shows; without it, as the error of `root`. */
  readonly at?: Path<T> | undefined
}

/**
 * Shows the server's validation errors at their fields; any other error becomes the form's error. A cancelled prompt is
 * not an error.
 */
export function showFormError<T extends FieldValues>(
  error: unknown,
  { names, texts, setError, at }: Form<T>,
) {
  if (isPromptCanceled(error)) return
  if (showFieldErrors(error, names, setError)) return
  setError(at ?? 'root', { message: errorText(error, texts) }, { shouldFocus: at !== undefined })
}

/**
 * Shows the server's validation errors at their fields and focuses the first; false if there are none for these
 * fields.
 */
export function showFieldErrors<T extends FieldValues>(
  error: unknown,
  names: readonly Path<T>[],
  setError: UseFormSetError<T>,
): boolean {
  let shown = false
  for (const { path, message } of fieldErrors(error)) {
    const name = names.find((each) => path === each || path === `body.${each}`)
    if (!name) continue
    setError(name, { type: 'server', message }, { shouldFocus: !shown })
    shown = true
  }
  return shown
}
