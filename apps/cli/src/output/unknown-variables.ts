import { closestWord } from '@envhold/command/closest-word.ts'
import { sanitize } from '@envhold/command/sanitize.ts'
import { UserError } from '@envhold/command/user-error.ts'

/** Keys that `place` does not have. @param known the keys that it has */
export const unknownVariables = (keys: readonly string[], known: readonly string[], place: string) => {
  const guess = closestWord(keys[0] ?? '', known)
  return new UserError(
    `${place} has no variable ${keys.map((key) => sanitize(key.slice(0, 100))).join(', ')}.`,
    guess ? `Did you mean ${sanitize(guess)}?` : 'Names are case-sensitive.',
    'NO_VARIABLE',
  )
}
