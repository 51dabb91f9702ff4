import { VaultError } from '@envhold/integrity/vault-error.ts'
import { TamperedRowError } from '../../app-error.ts'

/**
 * Opens what a row holds. What does not open was not sealed for this place: somebody else put it there.
 * @throws TamperedRowError
 */
export function openOrThrowTampered<T>(table: string, id: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    if (!(error instanceof VaultError)) throw error
    throw new TamperedRowError(table, id)
  }
}
