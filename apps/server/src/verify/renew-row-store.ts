import { VaultError } from '@envhold/integrity/vault-error.ts'
import { sql } from 'kysely'
import { TamperedRowError } from '../app-error.ts'
import type { DbContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import type { OnFinding } from './finding.ts'
import { rowsOf } from './walk-store.ts'

export type RenewContext = DbContext<'engine' | 'secrets'>
type Cell = string | number | null | Uint8Array
export type StoredRow = Readonly<Record<string, Cell>> & { readonly mac: Uint8Array }
type Columns = Readonly<Record<string, Cell>>

/** The columns that are encrypted under an older server secret, encrypted under the newest. Throws VaultError. */
export type Reseal = (ctx: DbContext<'secrets'>, row: StoredRow) => Promise<Columns> | Columns

interface Renewed {
  readonly table: keyof Tables
  readonly keys: readonly string[]
  readonly rowMac: { readonly of: (row: StoredRow) => Uint8Array; readonly check: (row: StoredRow) => void }
  readonly reseal: Reseal | undefined
}

interface Change {
  /** The key, and the columns as they are before the change. */
  readonly before: Columns
  readonly columns: Columns
}

const changesAtOnce = 500

/**
 * Moves the rows of a table to the newest server secret. An invalid row is reported and left as it is.
 * @returns how many were changed
 */
export async function renewRows(ctx: RenewContext, renewed: Renewed, onFinding: OnFinding): Promise<number> {
  const { table, keys } = renewed
  let count = 0
  let changes: Change[] = []
  const flush = async () => {
    const batch = changes
    changes = []
    count += await inTransaction(ctx, async ({ db }) => {
      let changed = 0
      for (const change of batch) changed += await writeChange(db, renewed, change)
      return changed
    })
  }
  for await (const foundRow of rowsOf(ctx.db, table, keys as never)) {
    const row = foundRow as unknown as StoredRow
    const columns = await renew(ctx, renewed, row).catch((error: unknown) => {
      if (!(error instanceof TamperedRowError || error instanceof VaultError)) throw error
      const id = keys.map((key) => String(row[key])).join('/')
      onFinding(table, id, 'was changed from outside, and is left as it is')
    })
    if (columns) {
      const names = [...keys, ...Object.keys(columns)]
      changes.push({ before: Object.fromEntries(names.map((name) => [name, row[name] ?? null])), columns })
    }
    if (changes.length >= changesAtOnce) await flush()
  }
  await flush()
  return count
}

/** @returns the columns to change; undefined if there are none */
async function renew(ctx: RenewContext, { rowMac, reseal }: Renewed, row: StoredRow) {
  const resealed = (await reseal?.(ctx, row)) ?? {}
  if (row.mac[0] === ctx.secrets.newest && Object.keys(resealed).length === 0) return undefined
  rowMac.check(row)
  return { ...resealed, mac: rowMac.of({ ...row, ...resealed }) }
}

/** Changes nothing if the row was written in the meantime: that was under the newest secret. */
async function writeChange(db: Db, { table }: Renewed, { before, columns }: Change): Promise<number> {
  const equal = (cells: Columns) =>
    Object.entries(cells).map(([name, cell]) => sql`${sql.ref(name)} = ${cell}`)
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.join(equal(columns))}
    where ${sql.join(equal(before), sql` and `)}`.execute(db)
  return Number(numAffectedRows)
}
