import type { DbContext } from '../../context.ts'
import { boundNames } from '../../mail/wording.ts'
import { type EnvironmentRow, listEnvironmentsById } from '../environments/environment-store.ts'
import { isProtected } from '../environments/environment-view.ts'

/** The environments of a person, as a mail names them. Those that were deleted are left out. */
export async function mailedEnvironments(ctx: DbContext<'secrets'>, ids: readonly number[]) {
  const rows = await listEnvironmentsById(ctx, ids)
  const { names, more } = namesOf(rows)
  return {
    environments: names,
    moreEnvironments: more,
    protectedEnvironments: namesOf(rows.filter(isProtected)).names,
  }
}

const namesOf = (rows: readonly EnvironmentRow[]) => boundNames(rows.map(({ name }) => name))
