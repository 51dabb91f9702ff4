/** What the database that a restore replaced knows, and the restored one lacks. */
import type { EventType } from '@envhold/contract/activity/event-types.ts'
import type { RevocationKind } from '@envhold/contract/operator/revocations.ts'
import { sql } from 'kysely'
import type { DbContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { tableRows } from '../db/table-rows.ts'
import type { RevocationRow } from '../features/audit-log/revocation.ts'
import { projectMac } from '../features/projects/project-store.ts'
import { maxPlanned } from './plan-revocations.ts'

/** The newest ones that this database revoked itself, or after a restore of its own still lacks, or could not have. */
export const listRevoked = (db: Db, since: number) =>
  tableRows('revocations').list(
    { db },
    (is) =>
      is.and([
        is('at', '>=', since),
        is.or([is('state', 'is', null), is('state', 'in', ['pending', 'missing'])]),
      ]),
    { orderBy: ['at desc'], limit: maxPlanned + 1 },
  )

const idsPerQuery = 500

/** Which of these ids a database has. */
export async function findKnownIds(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  for (let index = 0; index < ids.length; index += idsPerQuery) {
    const batch = ids.slice(index, index + idsPerQuery)
    const rows = await db.selectFrom('revocations').select('id').where('id', 'in', batch).execute()
    for (const { id } of rows) known.add(id)
  }
  return known
}

const valueChanges = [
  'variable_updated',
  'variable_deleted',
  'variables_imported',
  'variables_restored',
] satisfies EventType[]

export interface ChangedValues {
  readonly project_id: number
  readonly environment_id: number
  readonly at: number
  /** What the activity says of each change, with names of variables. */
  readonly descriptions: readonly string[]
}

const maxDescriptions = 20

/** Which values were changed after an entry of the activity, by environment. */
export async function listChangedValues(db: Db, after: number): Promise<ChangedValues[]> {
  const rows = await db
    .selectFrom('activity')
    .select(['project_id', 'environment_id', 'at', 'description'])
    .where('sequence', '>', after)
    .where('event_type', 'in', valueChanges)
    .orderBy('sequence', 'desc')
    .limit(maxPlanned)
    .execute()
  const byEnvironment = Map.groupBy(rows, ({ environment_id }) => environment_id)
  return [...byEnvironment.values()].flatMap((changes) => {
    const [newest] = changes
    if (!newest || newest.project_id === null || newest.environment_id === null) return []
    const { project_id, environment_id, at } = newest
    const descriptions = [...new Set(changes.map(({ description }) => description))].slice(0, maxDescriptions)
    return [{ project_id, environment_id, at, descriptions }]
  })
}

/** The newest entry that both databases have: there their histories part. */
export async function findCommonEntry(restored: Db, replaced: Db): Promise<number> {
  const macAt = async (db: Db, sequence: number) => {
    const row = await sql<{ mac: Uint8Array }>`
      select coalesce(mac_before, mac) as mac from activity where sequence = ${sequence}`.execute(db)
    return Buffer.from(row.rows[0]?.mac ?? []).toString('hex')
  }
  const isCommon = async (sequence: number) => {
    const mac = await macAt(restored, sequence)
    return mac !== '' && mac === (await macAt(replaced, sequence))
  }
  const head = await tableRows('chain_heads').find({ db: restored }, { chain: 'activity' })
  let [common, high] = [0, head?.sequence ?? 0]
  while (common < high) {
    const middle = Math.ceil((common + high) / 2)
    if (await isCommon(middle)) common = middle
    else high = middle - 1
  }
  return common
}

/** A project in any state. @throws TamperedRowError */
export async function findProjectRow({ db, secrets }: DbContext<'secrets'>, id: number) {
  const row = await db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst()
  if (row) projectMac.check(secrets, row)
  return row
}

/** Takes everything that the same person, or the owner of the same project, is told about. */
export const claimNotified = (
  db: Db,
  about: Pick<RevocationRow, 'user_id' | 'project_id'>,
  kinds: readonly RevocationKind[],
): Promise<RevocationRow[]> =>
  db
    .updateTable('revocations')
    .set({ state: 'told' })
    .where('state', '=', 'pending')
    .where('kind', 'in', kinds)
    .where('user_id', about.user_id === null ? 'is' : '=', about.user_id)
    .where('project_id', about.project_id === null ? 'is' : '=', about.project_id)
    .returningAll()
    .execute()
