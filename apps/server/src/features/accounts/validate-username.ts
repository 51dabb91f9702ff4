import { limits } from '@envhold/contract/limits.ts'
import { AppError } from '../../app-error.ts'

/**
 * The contract validates a username as sent. It is stored in NFC, where some single characters become three, so its
 * length is checked again.
 * @throws AppError VALIDATION_FAILED
 */
export function validateUsername(username: string): void {
  const invalid = (message: string) =>
    new AppError('VALIDATION_FAILED', { details: [{ path: 'username', message }] })
  if (username.includes('@')) throw invalid('A username cannot contain @')
  if (username.normalize('NFC').length > limits.nameLength)
    throw invalid(`Must be at most ${limits.nameLength} characters`)
}
