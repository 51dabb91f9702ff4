import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import { FormatError } from '@envhold/formats/format-error.ts'
import { UserError } from '../user-error.ts'
import { explainUnreachable } from './explain-unreachable.ts'
import { sanitize } from './sanitize.ts'

const wait = ({ retryAfter }: ApiError) =>
  retryAfter === null ? 'Wait a moment and try again.' : `Try again in ${retryAfter} seconds.`

/** The hint for a project that nobody can change for now. */
export const nothingWritten = 'Nothing was written. Reading goes on: envhold pull, get and run.'

const hintOf = (error: ApiError): string => {
  switch (error.code) {
    case 'UNAUTHENTICATED':
      return 'It is unknown, expired or revoked. Create a new one on the server’s page /cli-auth, then run: envhold login'
    case 'FORBIDDEN':
      return 'The token lacks a permission for this. Create one that has it on the server’s page /account.'
    case 'IP_NOT_ALLOWED':
      return 'Add this machine’s IP address to the key’s allowed IPs.'
    case 'NOT_FOUND':
      return 'Check the project and the environment: this token cannot access them.'
    case 'VERSION_MISMATCH':
      return 'To see what differs now: envhold diff. Then try again.'
    case 'PROJECT_READ_ONLY':
      return nothingWritten
    case 'RATE_LIMITED':
    case 'LOCKED_OUT':
    case 'UNAVAILABLE':
      return wait(error)
    case 'INTERNAL':
      return `Please report it to the operator of the server: request ${sanitize(error.requestId)}.`
    default:
      return error.details
        .map(({ path, message }) => sanitize(path ? `${path}: ${message}` : message))
        .join('\n')
  }
}

/** Turns errors of the client and the formats into something that the user can act on; null for any other error. */
export function explainError(error: unknown): UserError | null {
  if (error instanceof ApiError) {
    const message =
      error.code === 'UNAUTHENTICATED' ? 'The server rejected the token.' : sanitize(error.message)
    return new UserError(message, hintOf(error), error.code)
  }
  if (error instanceof UnreachableError) return explainUnreachable(error)
  if (error instanceof FormatError) {
    const lines = error.problems.map(({ line, key, problem }) => {
      const where = [line > 0 ? `line ${line}` : '', key ? sanitize(key) : ''].filter(Boolean).join(', ')
      return where ? `  ${where}: ${problem}` : `  ${problem}`
    })
    return new UserError('Nothing was read or written:', lines.join('\n'), 'FORMAT')
  }
  return null
}
