import { type RowFields, rowMac, verifyRow } from '@envhold/integrity/row.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'

interface Covered {
  readonly table: string
  readonly id: string
  readonly mac: Uint8Array
  /** The fields that the MAC covers already. */
  readonly fields: RowFields
}

/** The MAC over more fields; undefined for a row whose MAC is invalid, which stays as it is and is rejected as before. */
export function extendMac(secrets: ServerSecrets, { mac, fields, ...row }: Covered, added: RowFields) {
  try {
    verifyRow(secrets, { ...row, fields }, mac)
  } catch {
    return undefined
  }
  return rowMac(secrets, { ...row, fields: { ...fields, ...added } })
}
