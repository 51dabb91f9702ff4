import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { fieldErrors } from './error-text.ts'

/** Puts the server's remarks beside the fields they are about, and leads to the first; false when it made none about these. */
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
