import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { fieldErrors } from './error-text.ts'

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
