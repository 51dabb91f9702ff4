/** Filled by the code of this setting. */
export function TotpRow() {
  return null
}
