import { AppError } from '../../../app-error.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'

export const emailBelongsToOther = () =>
  new AppError('CONFLICT', { message: 'Another account uses this e-mail address by now.' })

/** Rejects with a clear error when the address was registered at the same time. */
export const orEmailTaken = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw isUniqueViolation(error) ? emailBelongsToOther() : error
  })
