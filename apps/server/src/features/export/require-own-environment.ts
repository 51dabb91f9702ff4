import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { type EnvironmentRow, findEnvironment } from '../environments/environment-store.ts'
import { findOwnProject, type OwnProject } from './own-projects.ts'

/**
 * Returns an environment of the user's own project, which may be archived or read-only. Only an export asks this way:
 * everything else goes through `requireProject`, to which an archived project does not exist.
 * @throws AppError NOT_FOUND
 */
export async function requireOwnEnvironment(
  ctx: Pick<Context, 'db' | 'secrets' | 'engine'>,
  userId: number,
  id: number,
): Promise<{ readonly project: OwnProject; readonly environment: EnvironmentRow }> {
  const environment = await findEnvironment(ctx, id)
  const project = environment && (await findOwnProject(ctx, userId, environment.project_id))
  if (!environment || !project) throw new AppError('NOT_FOUND', { message: 'Environment not found' })
  return { project, environment }
}
