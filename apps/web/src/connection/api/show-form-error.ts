import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { type ErrorTexts, errorText } from './error-text.ts'
import { showFieldErrors } from './show-field-errors.ts'

interface Form<T extends FieldValues> {
  readonly names: readonly Path<T>[]
  readonly texts: ErrorTexts
  readonly setError: UseFormSetError<T>
}

/** Shows the server's validation errors at their fields; any other error becomes the form's error. */
export function showFormError<T extends FieldValues>(error: unknown, { names, texts, setError }: Form<T>) {
  if (!showFieldErrors(error, names, setError)) setError('root', { message: errorText(error, texts) })
}
