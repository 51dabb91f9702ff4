import type { Project } from '@envhold/contract/projects/projects.ts'
import type { DbContext } from '../../context.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import { readOnlyReasonsOf } from './compliance-state.ts'
import { type ProjectAccess, sees } from './project-access.ts'
import { countsOf } from './project-store.ts'

/** Projects in their wire form, with counts of what the viewer sees. */
export async function projectViews(
  ctx: DbContext<'secrets' | 'clock'>,
  accesses: readonly ProjectAccess[],
): Promise<Project[]> {
  const counts = await countsOf(
    ctx,
    accesses.map(({ project }) => project.id),
    ctx.clock(),
  )
  const readOnly = await readOnlyReasonsOf(
    ctx,
    accesses.map(({ project }) => project.owner_id),
  )
  return accesses.map((access) => {
    const { project: row, role, keysPending } = access
    const { environments = [], collaborators = 0 } = counts.get(row.id) ?? {}
    const seen = environments.filter(({ id }) => sees(access, id))
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      created_at: wireTime(row.created_at),
      updated_at: wireTime(row.updated_at),
      user_role: role,
      owner: row.owner_id,
      owner_username: row.owner_username,
      environment_count: seen.length,
      variable_count: seen.reduce((sum, { variable_count }) => sum + variable_count, 0),
      collaborator_count: collaborators,
      keys_pending: keysPending,
      read_only: readOnly.get(row.owner_id) ?? null,
    }
  })
}

export async function projectView(
  ctx: DbContext<'secrets' | 'clock'>,
  access: ProjectAccess,
): Promise<Project> {
  const [view] = await projectViews(ctx, [access])
  if (!view) throw new Error('A project has no view')
  return view
}
