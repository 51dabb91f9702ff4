/** Filled by the code of this setting. */
export function ProviderRow() {
  return null
}
