import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { TamperedRowError } from '../app-error.ts'
import type { Db } from '../db/connect.ts'
import type { RowMac } from '../db/row-mac.ts'
import { users } from '../db/schema/accounts.ts'
import { hasSignedRows } from '../db/schema/table.ts'
import { type AnyTable, everyTable, type Row, type Tables } from '../db/tables.ts'
import { checkSpelling } from '../features/users/user-store.ts'
import { signInSettingsSeal } from '../identity-provider/provider-settings-store.ts'
import { settingsSeal } from '../payments/settings/payment-settings-store.ts'
import type { OnFinding } from './finding.ts'
import { type RenewContext, type Reseal, renewRows, type StoredRow } from './renew-row-store.ts'
import { rowsOf } from './walk-store.ts'

/** A table whose rows are all authenticated. */
export interface AuthenticatedTable {
  readonly table: keyof Tables
  /** Checks every row. @returns how many there are */
  readonly verify: (db: Db, secrets: ServerSecrets, onFinding: OnFinding) => Promise<number>
  /** Writes MACs under the newest server secret in place of older ones. @returns how many rows were changed */
  readonly renew: (ctx: RenewContext, reseal: Reseal | undefined, onFinding: OnFinding) => Promise<number>
}

type Check = Pick<RowMac<StoredRow>, 'check'> & Partial<Pick<RowMac<StoredRow>, 'of'>>

const checkedUsers = {
  of: users.mac.of,
  check: (secrets: ServerSecrets, row: Row<'users'>) => {
    users.mac.check(secrets, row)
    checkSpelling(row)
  },
}

/** What authenticates rows otherwise: settings are encrypted as a whole, and have no MAC beside that. */
const otherChecks = {
  users: checkedUsers,
  payment_settings: settingsSeal,
  sign_in_settings: signInSettingsSeal,
} as const

function checkOf(table: AnyTable): Check | undefined {
  const check = table.name in otherChecks ? otherChecks[table.name as keyof typeof otherChecks] : table.mac
  return table.name in otherChecks || hasSignedRows(table) ? (check as unknown as Check) : undefined
}

const authenticated = ({ name, key }: AnyTable, { of, check }: Check): AuthenticatedTable => ({
  table: name,
  renew: async (ctx, reseal, onFinding) => {
    if (!of) return 0
    const rowMac = {
      of: (row: StoredRow) => of(ctx.secrets, row),
      check: (row: StoredRow) => check(ctx.secrets, row),
    }
    return await renewRows(ctx, { table: name, keys: key, rowMac, reseal }, onFinding)
  },
  verify: async (db, secrets, onFinding) => {
    let count = 0
    for await (const row of rowsOf(db, name, key as never)) {
      count++
      try {
        check(secrets, row as unknown as StoredRow)
      } catch (error) {
        if (!(error instanceof TamperedRowError)) throw error
        onFinding(name, error.id, 'was changed from outside: its MAC is invalid')
      }
    }
    return count
  },
})

export const authenticatedTables: readonly AuthenticatedTable[] = everyTable.flatMap((table) => {
  const check = checkOf(table)
  return check ? [authenticated(table, check)] : []
})
