import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import { sanitize } from '@envhold/command/sanitize.ts'
import { UserError } from '@envhold/command/user-error.ts'
import { certificateProblem } from '@envhold/contract/certificate-problem.ts'
import { FormatError } from '@envhold/formats/format-error.ts'
import { CallFailure } from '../remote/lean-fetch.ts'
import { waitText } from './ago.ts'

const wait = ({ retryAfter }: ApiError) =>
  retryAfter === null ? 'Wait a moment and try again.' : `Try again in ${retryAfter} seconds.`

/** A limit of a plan may last for weeks, and can be raised. */
function waitOrRaise(error: ApiError): string {
  const { limit, retryAfter } = error
  if (!limit || retryAfter === null) return wait(error)
  const again = `Try again in ${waitText(retryAfter)}.`
  return limit.upgrade_url ? `${again} To raise the limit: ${sanitize(limit.upgrade_url)}` : again
}

/** The hint for a project that nobody can change for now. */
export const nothingWritten = 'Nothing was written. You can still read: envhold pull, get and run.'

const hintOf = (error: ApiError, isFromVariable: boolean): string => {
  switch (error.code) {
    case 'UNAUTHENTICATED':
      if (isFromVariable)
        return 'The one in ENVHOLD_TOKEN is unknown, expired or revoked. Set the variable to a new one, or unset it: then the token of envhold login is used.'
      return 'It is unknown, expired or revoked. Create a new one on the server’s page /cli-auth, then run: envhold login'
    case 'FORBIDDEN':
      return 'The token lacks a permission for this. Create one that has it on the server’s page /account.'
    case 'IP_NOT_ALLOWED':
      return 'Add this machine’s IP address to the key’s allowed IPs.'
    case 'NOT_FOUND':
      return 'Check the project, the environment and the names: this does not exist, or this token cannot access it.'
    case 'VERSION_MISMATCH':
      return 'To see what differs now: envhold diff. Then try again.'
    case 'PROJECT_READ_ONLY':
      return nothingWritten
    case 'RATE_LIMITED':
      return waitOrRaise(error)
    case 'LOCKED_OUT':
    case 'UNAVAILABLE':
      return wait(error)
    case 'INTERNAL':
      return `Please report it to the operator of the server: request ${sanitize(error.requestId)}.`
    default:
      return error.details
        .filter(({ message }) => message !== error.message)
        .map(({ path, message }) => sanitize(path ? `${path}: ${message}` : message))
        .join('\n')
  }
}

/**
 * Turns errors of the client and the formats into something that the user can act on; null for any other error.
 * @param isFromVariable whether the token is that of ENVHOLD_TOKEN
 */
export function explainError(error: unknown, isFromVariable = false): UserError | null {
  if (error instanceof ApiError) {
    // The server says whose account or project it is about, and whom to ask.
    if (error.unavailable !== undefined) return new UserError(sanitize(error.message), '', error.code)
    const message =
      error.code === 'UNAUTHENTICATED' ? 'The server rejected the token.' : sanitize(error.message)
    return new UserError(message, hintOf(error, isFromVariable), error.code)
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

const offline = 'With --offline-fallback, pull, get and run use their last copy.'
const checkNetwork = `Check the network, and the URL in --server, ENVHOLD_SERVER or .envhold.json. ${offline}`

/** Explains a system error by its code: the text after 'The server cannot be reached: ', and what to do. */
const failures: Readonly<Record<string, (failure: CallFailure) => [string, string]>> = {
  ECONNREFUSED: ({ origin, proxy }) => [
    proxy ? `the proxy ${proxy} refused the connection.` : `${origin} refused the connection.`,
    `Is the server running? ${checkNetwork}`,
  ],
  ENOTFOUND: ({ origin, proxy }) => [`the host name in ${proxy ?? origin} is unknown.`, checkNetwork],
  EAI_AGAIN: ({ origin, proxy }) => [
    `the host name in ${proxy ?? origin} cannot be resolved at the moment.`,
    checkNetwork,
  ],
  ECONNRESET: ({ origin }) => [`the connection to ${origin} was closed.`, `Try again. ${offline}`],
  CERT_HAS_EXPIRED: ({ origin }) => [
    `the certificate of ${origin} has expired.`,
    'Ask the operator of the server to renew it, or check the clock of this machine.',
  ],
  CERT_NOT_YET_VALID: ({ origin }) => [
    `the certificate of ${origin} is not valid yet.`,
    'Check the clock of this machine.',
  ],
  ERR_TLS_CERT_ALTNAME_INVALID: ({ origin }) => [
    `the certificate is for a different host name than ${origin}.`,
    'Use the host name in the certificate: --server URL.',
  ],
  EPROTO: ({ origin }) => [
    `${origin} does not speak TLS.`,
    'Check the URL. A server without TLS has one that begins with http://.',
  ],
  PROXY_REFUSED: ({ origin, proxy, proxyStatus }) => [
    `the proxy ${proxy} answered ${proxyStatus} and does not allow calls to ${origin}.`,
    'Check HTTPS_PROXY, including user and password if required, or add the server to NO_PROXY.',
  ],
}

function explainNetwork(error: UnreachableError): UserError {
  const { cause } = error
  if (!(cause instanceof CallFailure)) return new UserError(error.message, checkNetwork, 'UNREACHABLE')
  if (certificateProblem(cause.code) === 'untrusted')
    return new UserError(
      `The certificate of ${cause.origin} is signed by an authority that this machine does not trust.`,
      'If it is your own authority, pass its certificate: --ca-file FILE, ENVHOLD_CA_FILE or NODE_EXTRA_CA_CERTS. ' +
        'Otherwise someone may be intercepting the connection. Nothing was sent.',
      'UNREACHABLE',
    )
  const explain = Object.hasOwn(failures, cause.code) ? failures[cause.code] : undefined
  if (explain) {
    const [problem, hint] = explain(cause)
    return new UserError(`The server cannot be reached: ${problem}`, hint, 'UNREACHABLE')
  }
  const reason = cause.code && ` (${cause.code})`
  return new UserError(`The server cannot be reached: ${cause.origin}${reason}`, checkNetwork, 'UNREACHABLE')
}

/** The target of a redirect, without parts that may be secret. */
const originOf = (location: string | null): string | null => {
  if (location === null || !URL.canParse(location)) return null
  const { origin } = new URL(location)
  return origin === 'null' ? null : sanitize(origin)
}

function explainForeignAnswer({ status, location }: UnreachableError): UserError {
  const checkAddress = 'Check the URL: use the one that you open in the browser, without /api.'
  if (status !== null && status >= 300 && status < 400) {
    const target = originOf(location)
    return new UserError(
      `The server answered ${status}, a redirect${target ? ` to ${target}` : ''}. It is not followed, because the token would go with it.`,
      target ? `If that is your server, use its URL: --server ${target}` : checkAddress,
      'UNREACHABLE',
    )
  }
  const answered = status === null ? 'What answered' : `The server answered ${status}, but what answered`
  const proxy = status !== null && status >= 400 ? 'Is there a proxy in front of it? Try again later. ' : ''
  return new UserError(`${answered} is not Envhold.`, `${proxy}${checkAddress}`, 'UNREACHABLE')
}

/** Explains why there is no response from the server, as something the user can act on. */
function explainUnreachable(error: UnreachableError): UserError {
  if (error.reason === 'timeout') return new UserError(error.message, `Try again. ${offline}`, 'UNREACHABLE')
  return error.reason === 'network' ? explainNetwork(error) : explainForeignAnswer(error)
}
