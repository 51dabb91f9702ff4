import { limits } from '@envhold/contract/limits.ts'
import { AppError } from '../../app-error.ts'

/**
 * The contract validates a username as sent; it is stored in NFC, in which some characters become three.
 * @throws AppError VALIDATION_FAILED
 */
export function validateUsername(username: string): void {
  const refuse = (message: string) =>
    new AppError('VALIDATION_FAILED', { details: [{ path: 'username', message }] })
  if (username.includes('@')) throw refuse('A username cannot contain @')
  if (username.normalize('NFC').length > limits.nameLength)
    throw refuse(`Must be at most ${limits.nameLength} characters`)
}
