import { formerNameDays } from '@envhold/contract/environments/former-names.ts'
import type { DbContext, TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import { formerEnvironmentNames } from '../../db/schema/environments.ts'
import type { Row } from '../../db/tables.ts'
import { daysMs } from '../../jobs/retention-rule.ts'
import { canonicalName, type EnvironmentRow } from './environment-store.ts'

export type FormerName = Row<'former_environment_names'>
type ReadContext = DbContext<'secrets' | 'clock'>

export const formerNameMac = formerEnvironmentNames.mac

/** When the environment stops answering to the name. */
export const endOf = ({ renamed_at }: Pick<FormerName, 'renamed_at'>): number =>
  renamed_at + daysMs(formerNameDays)

/** Names with an earlier rename have ended. */
const oldestRename = (now: number): number => now - daysMs(formerNameDays) + 1

const find = preparedQuery((db) =>
  db
    .selectFrom('former_environment_names')
    .selectAll()
    .where('project_id', '=', 0)
    .where('name_canonical', '=', '')
    .where('renamed_at', '>=', 0),
)

/** For a name that no environment has now. Proves no access: check it next. @throws TamperedRowError */
export async function findFormerName(
  { db, secrets, clock }: ReadContext,
  projectId: number,
  name: string,
): Promise<FormerName | undefined> {
  const [row] = await find(db, [projectId, canonicalName(name), oldestRename(clock())])
  if (row) formerNameMac.check(secrets, row)
  return row
}

/** The names to which an environment still answers, newest first. @throws TamperedRowError */
export async function listFormerNameRows(
  { db, secrets, clock }: ReadContext,
  environmentId: number,
): Promise<FormerName[]> {
  const rows = await db
    .selectFrom('former_environment_names')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('renamed_at', '>=', oldestRename(clock()))
    .orderBy('renamed_at', 'desc')
    .orderBy('name_canonical')
    .execute()
  for (const row of rows) formerNameMac.check(secrets, row)
  return rows
}

/** Replaces a row of the same name, which has ended. */
export async function insertFormerName(
  { db, secrets, clock }: TrxContext<'secrets' | 'clock'>,
  { id, project_id, name }: Pick<EnvironmentRow, 'id' | 'project_id' | 'name'>,
): Promise<void> {
  const named = { project_id, name_canonical: canonicalName(name) }
  const row = { ...named, environment_id: id, name, renamed_at: clock() }
  await deleteFormerName(db, named)
  await db
    .insertInto('former_environment_names')
    .values({ ...row, mac: formerNameMac.of(secrets, row) })
    .execute()
}

export async function deleteFormerName(
  db: Db,
  { project_id, name_canonical }: Pick<FormerName, 'project_id' | 'name_canonical'>,
): Promise<void> {
  await db
    .deleteFrom('former_environment_names')
    .where('project_id', '=', project_id)
    .where('name_canonical', '=', name_canonical)
    .execute()
}

/** @returns how many were deleted */
export async function deleteEndedFormerNames({ db, clock }: DbContext<'clock'>): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('former_environment_names')
    .where('renamed_at', '<', oldestRename(clock()))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
