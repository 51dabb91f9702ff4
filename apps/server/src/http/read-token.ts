import { parseToken, type Token, type TokenPrefix } from '@envhold/integrity/token.ts'
import { AppError } from '../app-error.ts'

/**
 * Takes a presented token apart: shape and checksum, before anything is looked up.
 * @throws AppError UNAUTHENTICATED, in these words where there are any, for what is not a token of this kind
 */
export function readToken<P extends TokenPrefix>(presented: string, prefix: P, message?: string): Token<P> {
  try {
    return parseToken(presented, prefix)
  } catch {
    throw new AppError('UNAUTHENTICATED', message === undefined ? {} : { message })
  }
}
