import { VaultError } from '@envhold/integrity/vault-error.ts'
import { TamperedRowError } from '../../app-error.ts'

/**
 * Opens the sealed content of a row. Content that does not open was not sealed for this row, so the row was tampered
 * with.
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
