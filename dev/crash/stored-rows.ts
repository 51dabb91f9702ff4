import { readPostgres, readSqlite } from '../world/read-rows.ts'
import type { Answered } from './expected-state.ts'

type Table = Answered['table']

/** Reads the database directly, without the server. */
export interface StoredRows {
  /** The request ids that were recorded since the last call. */
  readonly newRequestIds: (table: Table) => Promise<Set<string>>
  /** What the database reports about its own files; null if it finds nothing wrong. */
  readonly damage: () => Promise<string | null>
}

export function storedRows(at: { databaseUrl: string | undefined; dataDir: string }): StoredRows {
  const read = at.databaseUrl ? readPostgres(at.databaseUrl) : readSqlite(at.dataDir)
  const reached: Record<Table, number> = { activity: 0, usage: 0 }
  return {
    newRequestIds: async (table) => {
      const rows = await read(
        `select sequence, request_id from ${table} where sequence > ${reached[table]} order by sequence`,
      )
      reached[table] = Number(rows.at(-1)?.sequence ?? reached[table])
      return new Set(rows.map(({ request_id }) => String(request_id)))
    },
    damage: async () => {
      if (at.databaseUrl) return null
      const [row] = await read('pragma quick_check(1)')
      return row?.quick_check === 'ok' ? null : String(row?.quick_check)
    },
  }
}
