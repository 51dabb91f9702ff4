import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { listEnvironmentIds } from './environment-store.ts'

/**
 * The ids of a project's environments, which must include all of `wanted`.
 * @param field of the request, for the error
 * @throws AppError VALIDATION_FAILED when one of them is not in the project
 */
export async function requireEnvironmentsOf(
  ctx: Pick<Context, 'db' | 'secrets'>,
  projectId: number,
  wanted: readonly number[],
  field: 'environments' | 'environment_access',
): Promise<readonly number[]> {
  const existing = await listEnvironmentIds(ctx, projectId)
  const unknown = wanted.find((id) => !existing.includes(id))
  if (unknown !== undefined)
    throw new AppError('VALIDATION_FAILED', {
      details: [{ path: field, message: `The project has no environment ${unknown}` }],
    })
  return existing
}
