import { VaultError } from '@envhold/integrity/vault-error.ts'
import { TamperedRowError } from '../../app-error.ts'

/**
 * Opens the content of a row. If it does not open, it was not sealed for this row: something else wrote it.
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
