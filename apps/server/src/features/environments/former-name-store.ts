import { formerNameDays } from '@envhold/contract/environments/former-names.ts'
import type { DbContext, TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import { formerEnvironmentNames } from '../../db/schema/environments.ts'
import { signedRows } from '../../db/signed-rows.ts'
import type { Row } from '../../db/tables.ts'
import { daysMs } from '../../jobs/retention-rule.ts'
import { canonicalName, type EnvironmentRow } from './environment-store.ts'

export type FormerName = Row<'former_environment_names'>
type ReadContext = DbContext<'secrets' | 'clock'>

export const formerNameMac = formerEnvironmentNames.mac

const stored = signedRows(formerEnvironmentNames)

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
export const listFormerNameRows = (ctx: ReadContext, environmentId: number) =>
  stored.list(
    ctx,
    [{ environment_id: environmentId }, (is) => is('renamed_at', '>=', oldestRename(ctx.clock()))],
    { orderBy: ['renamed_at desc', 'name_canonical'] },
  )

/** Replaces a row of the same name, which has ended. */
export async function insertFormerName(
  ctx: TrxContext<'secrets' | 'clock'>,
  { id, project_id, name }: Pick<EnvironmentRow, 'id' | 'project_id' | 'name'>,
): Promise<void> {
  const named = { project_id, name_canonical: canonicalName(name) }
  await deleteFormerName(ctx.db, named)
  await stored.insert(ctx, { ...named, environment_id: id, name, renamed_at: ctx.clock() })
}

export const deleteFormerName = (
  db: Db,
  { project_id, name_canonical }: Pick<FormerName, 'project_id' | 'name_canonical'>,
) => stored.remove({ db }, { project_id, name_canonical })

/** @returns how many were deleted */
export const deleteEndedFormerNames = (ctx: DbContext<'clock'>) =>
  stored.remove(ctx, (is) => is('renamed_at', '<', oldestRename(ctx.clock())))
