import { parseToken, type Token, type TokenPrefix } from '@envhold/integrity/token.ts'
import { AppError } from '../../app-error.ts'

/**
 * Parses a presented token and verifies its checksum, before any query.
 * @throws AppError UNAUTHENTICATED, with this message if given, for text that is not a token of this kind
 */
export function readToken<P extends TokenPrefix>(presented: string, prefix: P, message?: string): Token<P> {
  try {
    return parseToken(presented, prefix)
  } catch {
    throw new AppError('UNAUTHENTICATED', message === undefined ? {} : { message })
  }
}
