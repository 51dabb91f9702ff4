import type { Selectable } from 'kysely'
import { accountTables } from './schema/accounts.ts'
import { auditLogTables } from './schema/audit-log.ts'
import { environmentTables } from './schema/environments.ts'
import { factorTables } from './schema/factors.ts'
import { instanceTables, mailTables, operatorTables } from './schema/instance.ts'
import { keyringTables } from './schema/keyring.ts'
import { limitTables } from './schema/limits.ts'
import { paymentTables, sandboxTables } from './schema/payments.ts'
import { archiveTables, projectTables } from './schema/projects.ts'
import type { RowTypeOf } from './schema/table.ts'
import { usageTables } from './schema/usage.ts'

/**
 * The tables, as both engines return them. Times are milliseconds since 1970 UTC, flags are 0 or 1, lists are JSON
 * text, keys and sealed bytes are `Uint8Array`. `mac` authenticates a row that determines permissions: see row-mac.ts.
 */
export type Tables = { [T in AnyTable as T['name']]: RowTypeOf<T> }

/** A row as it is read. */
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>

/** All tables, in an order in which they can be created. */
export const everyTable = [
  ...instanceTables,
  ...accountTables,
  ...factorTables,
  ...limitTables,
  ...projectTables,
  ...environmentTables,
  ...keyringTables,
  ...archiveTables,
  ...mailTables,
  ...auditLogTables,
  ...usageTables,
  ...paymentTables,
  ...sandboxTables,
  ...operatorTables,
] as const

export type AnyTable = (typeof everyTable)[number]
