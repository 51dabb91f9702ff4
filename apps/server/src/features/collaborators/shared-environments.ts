import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { listEnvironmentIds } from '../environments/environment-store.ts'

/** @throws AppError VALIDATION_FAILED when one of the environments is not the project's */
export async function requireEnvironmentsOf(
  ctx: Pick<Context, 'db' | 'secrets'>,
  projectId: number,
  wanted: readonly number[],
): Promise<void> {
  const existing = await listEnvironmentIds(ctx, projectId)
  const unknown = wanted.find((id) => !existing.includes(id))
  if (unknown !== undefined)
    throw new AppError('VALIDATION_FAILED', {
      details: [{ path: 'environments', message: `The project has no environment ${unknown}` }],
    })
}
