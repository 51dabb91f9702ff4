import { parseToken, type Token } from '@envhold/integrity/token.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import { AppError } from '../../../app-error.ts'

/** Unknown, expired, used and foreign tickets get the same message. */
export const expiredTicket = () =>
  new AppError('NOT_FOUND', { message: 'This sign-in has expired. Sign in again.' })

/** @throws AppError NOT_FOUND */
export function parseTicket(text: string): Token<'mfa'> {
  try {
    return parseToken(text, 'mfa')
  } catch (error) {
    throw error instanceof VaultError ? expiredTicket() : error
  }
}
