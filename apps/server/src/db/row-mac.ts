import { type RowFields, rowMac, verifyRow } from '@envhold/integrity/row.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { TamperedRowError } from '../app-error.ts'

/**
 * The MAC of a row that determines permissions: an HMAC under the server secret over table, id and the relevant fields.
 * Someone who can only write to the database cannot plant or change such a row.
 */
export interface RowMac<Row> {
  readonly of: (secrets: ServerSecrets, row: Row) => Uint8Array
  /** @throws TamperedRowError when the row does not carry a valid MAC */
  readonly check: (secrets: ServerSecrets, row: Row & { readonly mac: Uint8Array }) => void
}

interface Checked {
  readonly fields: RowFields
  readonly mac: Uint8Array
}

const maxRemembered = 2_000

/** Bytes of a row of PostgreSQL are cut from a block of 64 KiB, which they would keep. */
const ownBytes = <Value>(value: Value) => (value instanceof Uint8Array ? new Uint8Array(value) : value)

const copyOf = ({ fields, mac }: Checked): Checked => ({
  fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, ownBytes(value)])),
  mac: new Uint8Array(mac),
})

const sameValue = (left: RowFields[string], right: RowFields[string]) =>
  left === right ||
  (left instanceof Uint8Array && right instanceof Uint8Array && Buffer.compare(left, right) === 0)

const isSame = (left: Checked, right: Checked) =>
  Buffer.compare(left.mac, right.mac) === 0 &&
  Object.keys(left.fields).length === Object.keys(right.fields).length &&
  Object.keys(right.fields).every((name) => sameValue(left.fields[name] ?? null, right.fields[name] ?? null))

/**
 * Every call reads its rows from the database. A row that is identical, bit for bit, to one whose MAC was checked
 * before is not checked again.
 */
export function defineRowMac<Row>(
  table: string,
  id: (row: Row) => string,
  fields: (row: Row) => RowFields,
): RowMac<Row> {
  const remembered = new WeakMap<ServerSecrets, Map<string, Checked>>()

  const checkedBy = (secrets: ServerSecrets) => {
    const rows = remembered.get(secrets) ?? new Map<string, Checked>()
    remembered.set(secrets, rows)
    if (rows.size >= maxRemembered) rows.clear()
    return rows
  }

  return {
    of: (secrets, row) => rowMac(secrets, { table, id: id(row), fields: fields(row) }),
    check: (secrets, row) => {
      const name = id(row)
      const entry = { fields: fields(row), mac: row.mac }
      const rows = checkedBy(secrets)
      const known = rows.get(name)
      if (known && isSame(known, entry)) return
      try {
        verifyRow(secrets, { table, id: name, fields: entry.fields }, row.mac)
      } catch {
        throw new TamperedRowError(table, name)
      }
      rows.set(name, copyOf(entry))
    },
  }
}
