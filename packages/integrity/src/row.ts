import { type Field, lp, utf8 } from './context.ts'
import { serverMac, verifyServerMac } from './mac.ts'
import type { ServerSecrets } from './server-secret.ts'
import { rejectUnless } from './vault-error.ts'

/**
 * A value of a row as the program sees it, not as a database driver returns it: integers as numbers, true and false
 * as booleans (0 and 1 are equivalent, because SQLite has no booleans).
 */
export type RowValue = string | number | boolean | null | Uint8Array

/** The columns of a row that decide who may do what, by name. */
export type RowFields = Readonly<Record<string, RowValue>>

/** A row as its MAC sees it. */
export interface AuthenticatedRow {
  readonly table: string
  readonly id: string | number
  readonly fields: RowFields
}

/**
 * Authenticates a row's security fields under the server secret (stored-formats.md, 'Row'): an attacker with write
 * access to the database cannot create, change or move one. 33 bytes: kid and HMAC.
 */
export function rowMac(secrets: ServerSecrets, row: AuthenticatedRow): Uint8Array {
  return serverMac(secrets, (keys) => keys.row, rowContext(row))
}

/** Throws VaultError unless `expected` is this row's MAC under a secret of the ring. */
export function verifyRow(secrets: ServerSecrets, row: AuthenticatedRow, expected: Uint8Array): void {
  verifyServerMac(secrets, (keys) => keys.row, rowContext(row), expected)
}

function rowContext({ table, id, fields }: AuthenticatedRow) {
  const columns = Object.keys(fields).sort()
  const bound = columns.flatMap((column) => [utf8(column), valueBytes(fields[column] ?? null)])
  return lp('eh1/row', utf8(table), valueBytes(id), ...bound)
}

/** One byte of type, then the value: nothing, i64, UTF-8 or bytes. `null`, `''` and `0` differ. */
export function valueBytes(value: RowValue): Field {
  if (value === null) return Uint8Array.of(0)
  if (typeof value === 'string') return Buffer.concat([Uint8Array.of(2), utf8(value)])
  if (typeof value === 'object') return Buffer.concat([Uint8Array.of(3), value])
  const number = Number(value)
  rejectUnless(Number.isSafeInteger(number))
  const out = Buffer.alloc(9, 1)
  out.writeBigInt64BE(BigInt(number), 1)
  return out
}
