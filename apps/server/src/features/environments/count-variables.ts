import type { Context } from '../../context.ts'
import type { UserCaller } from '../../http/caller.ts'
import { countsOfOwned } from './environment-store.ts'

/** How many variables each environment holds, by id; those that are not the caller's are left out. */
export async function countVariables(
  { db }: Pick<Context, 'db'>,
  caller: UserCaller,
  ids: readonly number[],
): Promise<Record<string, number>> {
  const rows = ids.length === 0 ? [] : await countsOfOwned(db, caller.userId, ids)
  return Object.fromEntries(rows.map(({ id, variable_count }) => [String(id), variable_count]))
}
