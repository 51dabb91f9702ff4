import { AppError, fieldError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import type { UserCaller } from '../../http/caller.ts'
import { type ProjectAccess, requireOperation, requireProject, sees } from '../projects/project-access.ts'
import type { ProjectOperation } from '../projects/rights.ts'
import { type EnvironmentRow, findEnvironment, listEnvironmentIds } from './environment-store.ts'

export interface EnvironmentAccess extends ProjectAccess {
  readonly environment: EnvironmentRow
}

const notFound = () => new AppError('NOT_FOUND', { message: 'Environment not found' })

/** A project that is none of the caller's. One that is, and cannot be used now, says why. */
const isUnexplained = (error: unknown) =>
  error instanceof AppError && error.code === 'NOT_FOUND' && error.fields?.unavailable === undefined

/**
 * Returns the environment and its project if the caller may do this with it.
 * @param hold inside a transaction: locks the environment until it ends
 * @throws AppError NOT_FOUND for an environment that the caller cannot access, FORBIDDEN when the caller's role does
 *   not allow it, PROJECT_READ_ONLY when the owner's state does not
 */
export async function requireEnvironment(
  ctx: DbContext<'secrets' | 'clock' | 'engine'>,
  caller: UserCaller,
  {
    id,
    operation,
    hold = false,
  }: { readonly id: number; readonly operation: ProjectOperation; readonly hold?: boolean },
): Promise<EnvironmentAccess> {
  const environment = await findEnvironment(ctx, id, { hold })
  if (!environment) throw notFound()
  const access = await requireProject(ctx, caller, environment.project_id, 'read').catch((error) => {
    throw isUnexplained(error) ? notFound() : error
  })
  if (!sees(access, environment.id)) throw notFound()
  await requireOperation(ctx, access, operation)
  return { environment, ...access }
}

/**
 * The ids of a project's environments, which must include all of `ids`.
 * @param field of the request, for the error
 * @throws AppError VALIDATION_FAILED when one of them is not in the project
 */
export async function requireEnvironmentsOf(
  ctx: DbContext<'secrets'>,
  projectId: number,
  ids: readonly number[],
  field: 'environments' | 'environment_access',
): Promise<readonly number[]> {
  const existing = await listEnvironmentIds(ctx, projectId)
  const unknown = ids.find((id) => !existing.includes(id))
  if (unknown !== undefined) throw fieldError(field, `The project has no environment ${unknown}`)
  return existing
}
