import { type RowFields, rowMac, verifyRow } from '@envhold/vault/row.ts'
import type { ServerSecrets } from '@envhold/vault/server-secret.ts'
import { TamperedRowError } from '../app-error.ts'

/**
 * The seal of a row that decides who may do what: an HMAC under the server secret over table, id and the fields that
 * matter, so that whoever can only write to the database cannot plant or change one.
 */
export interface RowSeal<Row> {
  readonly of: (secrets: ServerSecrets, row: Row) => Uint8Array
  /** @throws TamperedRowError when the row does not carry this server's seal */
  readonly check: (secrets: ServerSecrets, row: Row & { readonly mac: Uint8Array }) => void
}

export function rowSeal<Row>(
  table: string,
  id: (row: Row) => string,
  fields: (row: Row) => RowFields,
): RowSeal<Row> {
  return {
    of: (secrets, row) => rowMac(secrets, table, id(row), fields(row)),
    check: (secrets, row) => {
      try {
        verifyRow(secrets, table, id(row), fields(row), row.mac)
      } catch {
        throw new TamperedRowError(table, id(row))
      }
    },
  }
}
