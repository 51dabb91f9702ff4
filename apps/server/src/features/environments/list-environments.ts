import type { Environment, listEnvironments as endpoint } from '@envhold/contract/environments.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { requireProject, sees } from '../projects/project-access.ts'
import { listEnvironmentRows } from './environment-store.ts'
import { environmentView } from './environment-view.ts'

/** The environments of a project that the caller can see. */
export async function listEnvironments(
  ctx: Pick<Context, 'db' | 'secrets' | 'clock'>,
  { caller, params }: Call<typeof endpoint>,
): Promise<Environment[]> {
  const access = await requireProject(ctx, caller, params.projectId, 'read')
  const rows = await listEnvironmentRows(ctx, access.project.id)
  return rows.filter(({ id }) => sees(access, id)).map(environmentView)
}
