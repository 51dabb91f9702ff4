import { AppError } from '../../app-error.ts'
import { isUniqueViolation } from '../../db/unique-violation.ts'

/** Runs work that names an environment. @throws AppError CONFLICT when the project has one of that name */
export async function rejectTakenNames<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const message = 'An environment with this name already exists in this project'
    throw new AppError('CONFLICT', { message, details: [{ path: 'name', message }] })
  }
}
