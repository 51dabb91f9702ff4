import type { Selectable } from 'kysely'
import type { AnyTable } from './schema/every-table.ts'
import type { RowTypeOf } from './schema/table.ts'

/**
 * The tables, as both engines return them. Times are milliseconds since 1970 UTC, flags are 0 or 1, lists are JSON
 * text, keys and sealed bytes are `Uint8Array`. `mac` authenticates a row that determines permissions: see row-mac.ts.
 */
export type Tables = { [T in AnyTable as T['name']]: RowTypeOf<T> }

/** A row as it is read. */
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>
