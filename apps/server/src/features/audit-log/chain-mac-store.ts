import { sql } from 'kysely'
import type { TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { jsonBytes, rowsQuery } from '../../db/json-rows.ts'
import { tableRows } from '../../db/table-rows.ts'
import type { Row } from '../../db/tables.ts'

/** Reads at most `limit` entries of all chains after a sequence number, and locks them. */
export const lockActivityAfter = ({ db, engine }: TrxContext<'engine'>, sequence: number, limit: number) =>
  tableRows('activity').list({ db }, (is) => is('sequence', '>', sequence), {
    orderBy: ['sequence'],
    limit,
    lock: engine === 'postgres',
  })

interface GivenEntry {
  readonly place: number
  readonly mac: string
  readonly erasure: string | null
}

/** Clients and data folders may remember the former MAC of an entry, so it stays beside the new one. */
export const writeActivityMacs = rowsQuery<GivenEntry>(
  { place: 'bigint', mac: 'text', erasure: 'text' },
  (rows, engine) => sql`
    update activity set mac_before = coalesce(activity.mac_before, activity.mac), mac = ${jsonBytes(engine, 'mac')},
      erasure_mac = ${jsonBytes(engine, 'erasure')}
    from ${rows} where activity.sequence = given.place`,
)

export const readActivityHeadsAfter = (db: Db, chain: string, limit: number) =>
  tableRows('activity_heads').list({ db }, (is) => is('chain', '>', chain), { orderBy: ['chain'], limit })

/** The last pack of a commit. */
export type CommitPack = Pick<
  Row<'usage_packs'>,
  'project_id' | 'first_sequence' | 'last_sequence' | 'at'
> & { readonly link: Uint8Array; readonly mac: Uint8Array }

/** Reads the last packs of at most `limit` commits of all projects. */
export async function readCommitsAfter(
  db: Db,
  { project_id, first_sequence }: Pick<CommitPack, 'project_id' | 'first_sequence'>,
  limit: number,
): Promise<CommitPack[]> {
  const { rows } = await sql<CommitPack>`
    select project_id, first_sequence, last_sequence, at, link, mac from usage_packs
    where (project_id, first_sequence) > (${project_id}, ${first_sequence}) and mac is not null
    order by project_id, first_sequence limit ${limit}`.execute(db)
  return rows
}

interface GivenPack {
  readonly project: number
  readonly first: number
  readonly time: number
  readonly mac: string
}

/** On PostgreSQL the time selects the partition. */
export const writeUsageMacs = rowsQuery<GivenPack>(
  { project: 'bigint', first: 'bigint', time: 'bigint', mac: 'text' },
  (rows, engine) => sql`
    update usage_packs set mac = ${jsonBytes(engine, 'mac')} from ${rows}
    where usage_packs.project_id = given.project and usage_packs.first_sequence = given.first
      and usage_packs.at = given.time`,
)

/** Reads a head of usage and locks it, see `lockUsageHead`; then this writes its MACs. */
export const writeUsageHeadMacs = (
  { db }: TrxContext,
  { project_id, mac, start_mac }: Pick<Row<'usage_heads'>, 'project_id' | 'mac' | 'start_mac'>,
) => tableRows('usage_heads').update({ db }, { project_id }, { mac, start_mac })
