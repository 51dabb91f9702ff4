import type { DetailsPatch } from '@envhold/contract/fields.ts'
import {
  mergeVariables,
  replaceVariables,
  type Variable,
  type Variables,
} from '@envhold/formats/variables.ts'
import { AppError } from '../../app-error.ts'

/**
 * The content of an environment after many variables are written into it. Notes and due days of keys that stay are
 * kept.
 */
export const combined = (current: Variables, given: Variables, mode: 'merge' | 'replace'): Variables =>
  mode === 'replace' ? replaceVariables(current, given) : mergeVariables(current, given)

/**
 * `variable` with a changed note or due day: what is absent stays, null or an empty text removes it. A due day that
 * stays the same keeps the user who set it.
 */
export function patchDetails(variable: Variable, patch: DetailsPatch, userId: number): Variable {
  const { value, note, due, dueSetBy } = variable
  const newNote = patch.note === undefined ? note : patch.note?.trim()
  const newDue = patch.due === undefined ? due : patch.due
  return {
    value,
    ...(newNote && { note: newNote }),
    ...(newDue && { due: newDue, dueSetBy: newDue === due && dueSetBy ? dueSetBy : userId }),
  }
}

/** @throws AppError VALIDATION_FAILED for details of a variable that `variables` does not have */
export function patchAllDetails(
  variables: Variables,
  patches: Readonly<Record<string, DetailsPatch>>,
  userId: number,
): Map<string, Variable> {
  const patched = new Map(variables)
  const unknown: string[] = []
  for (const [key, patch] of Object.entries(patches)) {
    const variable = patched.get(key)
    if (variable) patched.set(key, patchDetails(variable, patch, userId))
    else unknown.push(key)
  }
  if (unknown.length > 0)
    throw new AppError('VALIDATION_FAILED', {
      details: unknown
        .slice(0, maxDetails)
        .map((key) => ({ path: `details.${key}`, message: 'There is no variable with this key' })),
    })
  return patched
}

/** More errors than this in one response are of no use. */
const maxDetails = 100
