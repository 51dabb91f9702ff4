import { unpackUsage } from '@envhold/integrity/usage-chain.ts'
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
  const newIds: Record<Table, () => Promise<string[]>> = {
    activity: async () => {
      const rows = await read(
        `select sequence, request_id from activity where sequence > ${reached.activity} order by sequence`,
      )
      reached.activity = Number(rows.at(-1)?.sequence ?? reached.activity)
      return rows.map(({ request_id }) => String(request_id))
    },
    // The calls of all rounds are in one project, so its sequence orders them.
    usage: async () => {
      const packs = await read(
        `select last_sequence, entries, erased from usage_packs where last_sequence > ${reached.usage} order by last_sequence`,
      )
      reached.usage = Number(packs.at(-1)?.last_sequence ?? reached.usage)
      const whole = packs.filter(({ erased }) => Number(erased) === 0)
      return whole.flatMap(({ entries }) => unpackUsage(String(entries)).map(({ requestId }) => requestId))
    },
  }
  return {
    newRequestIds: async (table) => new Set(await newIds[table]()),
    damage: async () => {
      if (at.databaseUrl) return null
      const [row] = await read('pragma quick_check(1)')
      return row?.quick_check === 'ok' ? null : String(row?.quick_check)
    },
  }
}
