import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { type ErrorTexts, errorText } from './error-text.ts'
import { showFieldErrors } from './show-field-errors.ts'

interface Form<T extends FieldValues> {
  readonly names: readonly Path<T>[]
  readonly texts: ErrorTexts
  readonly setError: UseFormSetError<T>
}

/** Puts the server's remarks beside their fields; what is about none of them becomes the error of the whole form. */
export function showFormError<T extends FieldValues>(error: unknown, { names, texts, setError }: Form<T>) {
  if (!showFieldErrors(error, names, setError)) setError('root', { message: errorText(error, texts) })
}
