/** Filled by the code of this setting. */
export function PendingChanges() {
  return null
}
