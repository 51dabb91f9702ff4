const several = (keys: readonly string[]) =>
  keys.length === 1 ? (keys[0] ?? '') : `${keys.length} variables`

export const removedText = (keys: readonly string[]) => `Deleted ${several(keys)}`

/** The result of an undo: another user may have added some of the keys again. */
export const restoredText = (keys: readonly string[], back: readonly string[]): string => {
  if (back.length === keys.length) return `${several(keys)} ${keys.length === 1 ? 'is' : 'are'} back`
  if (back.length === 0)
    return keys.length === 1
      ? `${several(keys)} was added again in the meantime and was not changed`
      : 'They were added again in the meantime and were not changed'
  const others =
    keys.length - back.length === 1
      ? 'the other was added again in the meantime and was not changed'
      : 'the others were added again in the meantime and were not changed'
  return `${back.length} of ${keys.length} are back; ${others}`
}
