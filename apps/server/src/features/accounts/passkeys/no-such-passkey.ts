import { AppError } from '../../../app-error.ts'

/** Also for a passkey of another account. */
export const noSuchPasskey = (): AppError =>
  new AppError('NOT_FOUND', { message: 'Your account has no such passkey.' })
