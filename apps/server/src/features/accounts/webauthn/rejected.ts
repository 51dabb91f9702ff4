import { AppError } from '../../../app-error.ts'

/** Every reason to reject a passkey has this one answer. */
export const rejected = (): AppError =>
  new AppError('INVALID_CREDENTIALS', { message: 'The passkey was not accepted. Try again.' })
