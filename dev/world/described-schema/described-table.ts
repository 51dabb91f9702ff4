// Descriptions of the same form: of the tables that a database has, and of those that the schema says it has.

import type { sql } from 'kysely'
import type { Db } from '../../../apps/server/src/db/connect.ts'

export interface DescribedColumn {
  readonly type: string
  readonly isRequired: boolean
  readonly default: string | null
  readonly isGenerated: boolean
  readonly isBytewise: boolean
}

export interface DescribedTable {
  readonly columns: Readonly<Record<string, DescribedColumn>>
  readonly key: readonly string[]
  /** Their columns, separated by commas, in ascending order. */
  readonly uniques: readonly string[]
  /** `owner_id → users.id on delete cascade`, in ascending order. */
  readonly references: readonly string[]
  /** What each index is on, by its name. Constraints have no names here, because each engine gives its own. */
  readonly indexes: Readonly<Record<string, string>>
  /** Partitions, or rows in the order of the key. */
  readonly storage: string
}
export type DescribedSchema = Readonly<Record<string, DescribedTable>>

/** Both engines write expressions in their own way. */
const plainSql = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/::\w+/g, '')
    .replaceAll(/[()[\]"]/g, '')
    .replaceAll('= any array', 'in ')
    .replaceAll(/\s+/g, ' ')
    .trim()

export const plainDefault = (text: string | null): string | null =>
  text === null ? null : text.replaceAll(/::\w+/g, '').replaceAll(/^x?'(?:\\x)?|'$/g, '')

export const reference = (column: string, table: string, to: string, action: string) =>
  `${column} → ${table}.${to} on delete ${action.toLowerCase()}`

export const indexText = (isUnique: boolean, on: string, where: string | null | undefined) =>
  `${isUnique ? 'unique ' : ''}${plainSql(on)}${where ? ` where ${plainSql(where)}` : ''}`

/** The rows of a query. */
export const lines = <Line>(db: Db, query: ReturnType<typeof sql<Line>>): Promise<Line[]> =>
  query.execute(db).then(({ rows }) => rows)
