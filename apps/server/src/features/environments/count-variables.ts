import type { Context } from '../../context.ts'
import type { UserCaller } from '../../http/caller.ts'
import { listAccess, sees } from '../projects/project-access.ts'
import { listEnvironmentsById } from './environment-store.ts'

/** How many variables each environment holds, by id. Environments that the caller does not see are left out. */
export async function countVariables(
  ctx: Pick<Context, 'db' | 'secrets'>,
  caller: UserCaller,
  ids: readonly number[],
): Promise<Record<string, number>> {
  const rows = await listEnvironmentsById(ctx, ids)
  const accesses = await listAccess(ctx, caller.userId)
  const byProject = new Map(accesses.map((access) => [access.project.id, access]))
  const seen = rows.filter(({ id, project_id }) => {
    const access = byProject.get(project_id)
    return access !== undefined && sees(access, id)
  })
  return Object.fromEntries(seen.map(({ id, variable_count }) => [String(id), variable_count]))
}
