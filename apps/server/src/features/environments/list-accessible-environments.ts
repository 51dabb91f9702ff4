import { type Environment, maxListedEnvironments } from '@envhold/contract/environments.ts'
import type { Context } from '../../context.ts'
import type { UserCaller } from '../../http/caller.ts'
import { listAccess, sees } from '../projects/project-access.ts'
import { environmentsByProject } from './environment-store.ts'
import { environmentView } from './environment-view.ts'

/** The environments that the caller sees in all projects, those of the newest project first. */
export async function listAccessibleEnvironments(
  ctx: Pick<Context, 'db' | 'secrets'>,
  { userId }: UserCaller,
): Promise<Environment[]> {
  const accesses = await listAccess(ctx, userId)
  const found = await environmentsByProject(
    ctx,
    accesses.map(({ project }) => project.id),
  )
  return accesses
    .flatMap((access) => (found.get(access.project.id) ?? []).filter(({ id }) => sees(access, id)))
    .slice(0, maxListedEnvironments)
    .map(environmentView)
}
