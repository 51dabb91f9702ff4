import { VaultError } from '@envhold/integrity/vault-error.ts'

/** What `open` returns, or undefined if the key is not the right one: an attacker tries every key on every row. */
export function openIfPossible<T>(open: () => T): T | undefined {
  try {
    return open()
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}
