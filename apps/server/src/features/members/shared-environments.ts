import { AppError } from '../../app-error.ts'
import type { Db } from '../../db/connect.ts'
import type { EnvironmentKeys } from './environment-keys.ts'

/** @throws AppError VALIDATION_FAILED when one of the environments is not the project's */
export async function requireEnvironmentsOf(
  keys: EnvironmentKeys,
  db: Db,
  projectId: number,
  wanted: readonly number[],
): Promise<void> {
  const existing = await keys.idsOf(db, projectId)
  const unknown = wanted.find((id) => !existing.includes(id))
  if (unknown !== undefined)
    throw new AppError('VALIDATION_FAILED', {
      details: [{ path: 'environments', message: `The project has no environment ${unknown}` }],
    })
}
