/** Filled by the code of this setting. */
export function PasskeysRow() {
  return null
}
