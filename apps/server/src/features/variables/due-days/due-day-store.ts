import type { DbContext, TrxContext } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import { insertRows } from '../../../db/json-rows.ts'
import { parseStored, storedNumbers } from '../../../db/parse-stored.ts'
import { dueDays } from '../../../db/schema/environments.ts'
import { signedRows } from '../../../db/signed-rows.ts'
import { tableRows } from '../../../db/table-rows.ts'
import type { Row } from '../../../db/tables.ts'
import type { Trx } from '../../../db/transaction.ts'

export type DueDay = Row<'due_days'>
export type NewDueDay = Omit<DueDay, 'mac'>

export const dueDayMac = dueDays.mac
const stored = signedRows(dueDays)

/** Who set a day, sorted. */
export const settersOf = ({ set_by }: Pick<DueDay, 'set_by'>): readonly number[] =>
  parseStored(storedNumbers, set_by)

/** Every due day of an environment. MACs are not verified. */
export const listStoredDueDays = (db: Db, environmentId: number) =>
  tableRows('due_days').list({ db }, { environment_id: environmentId })

interface Days {
  readonly from: string
  readonly to: string
}

/** The due days of an environment between two days, both included. @throws TamperedRowError */
export const listDueDays = (
  ctx: DbContext<'secrets'>,
  environmentId: number,
  { from, to }: Days,
): Promise<DueDay[]> =>
  stored.list(
    ctx,
    (is) => is.and([is('environment_id', '=', environmentId), is('day', '>=', from), is('day', '<=', to)]),
    { orderBy: ['day'] },
  )

const listedTogether = 500

/**
 * Environments with days that nobody was reminded of in time, by their ids, after `after`. A hint: MACs are not
 * verified. Projects that are deleted or archived are left out.
 * @param last until which day the last reminder is due
 */
export async function listEnvironmentsToRemind(
  db: Db,
  { from, to, last, after }: Days & { readonly last: string; readonly after: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('due_days')
    .innerJoin('environments', 'environments.id', 'due_days.environment_id')
    .innerJoin('projects', 'projects.id', 'environments.project_id')
    .select('due_days.environment_id')
    .distinct()
    .where('due_days.day', '>=', from)
    .where('due_days.day', '<=', to)
    .where((is) =>
      is.or([
        is('due_days.reminded', 'is', null),
        is.and([is('due_days.reminded', '>', 1), is('due_days.day', '<=', last)]),
      ]),
    )
    .where('projects.removed_at', 'is', null)
    .where('due_days.environment_id', '>', after)
    .orderBy('due_days.environment_id')
    .limit(listedTogether)
    .execute()
  return rows.map(({ environment_id }) => environment_id)
}

export async function insertDueDays(
  { db, secrets }: TrxContext<'secrets'>,
  days: readonly NewDueDay[],
): Promise<void> {
  const rows = days.map((day) => ({ ...day, mac: dueDayMac.of(secrets, day) }))
  await insertRows(db, 'due_days', rows)
}

export async function deleteDueDays(trx: Trx, environmentId: number, days: readonly string[]): Promise<void> {
  if (days.length > 0) await stored.remove({ db: trx }, { environment_id: environmentId, day: days })
}

/** The environment must be locked. */
export const markReminded = (ctx: TrxContext<'secrets'>, row: DueDay, reminded: number) =>
  stored.change(ctx, row, { reminded })

/** @returns how many were deleted */
export const deleteDueDaysBefore = (db: Db, day: string): Promise<number> =>
  stored.remove({ db }, (is) => is('day', '<', day))
