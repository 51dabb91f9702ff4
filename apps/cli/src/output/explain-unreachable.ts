import type { UnreachableError } from '@envhold/client/api-error.ts'
import { CallFailure } from '../remote/call-failure.ts'
import { UserError } from '../user-error.ts'
import { sanitize } from './sanitize.ts'

const offline = 'With --offline-fallback, pull, get and run use their last copy.'
const checkNetwork = `Check the network, and the address in --server, ENVHOLD_SERVER or .envhold.json. ${offline}`

const unknownAuthority: readonly string[] = [
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_UNTRUSTED',
]

/** What a failure of the system means, by its code: what follows 'The server cannot be reached: ', and what to do. */
const failures: Readonly<Record<string, (failure: CallFailure) => [string, string]>> = {
  ECONNREFUSED: ({ origin, proxy }) => [
    proxy ? `the proxy ${proxy} refused the connection.` : `${origin} refused the connection.`,
    `Is the server running? ${checkNetwork}`,
  ],
  ENOTFOUND: ({ origin, proxy }) => [`the name in ${proxy ?? origin} is not known.`, checkNetwork],
  EAI_AGAIN: ({ origin, proxy }) => [`the name in ${proxy ?? origin} cannot be looked up now.`, checkNetwork],
  ECONNRESET: ({ origin }) => [`the connection to ${origin} was cut.`, `Try again. ${offline}`],
  CERT_HAS_EXPIRED: ({ origin }) => [
    `the certificate of ${origin} has expired.`,
    'Ask whoever runs the server to renew it; or set the clock of this machine.',
  ],
  CERT_NOT_YET_VALID: ({ origin }) => [
    `the certificate of ${origin} is not valid yet.`,
    'Check the clock of this machine.',
  ],
  ERR_TLS_CERT_ALTNAME_INVALID: ({ origin }) => [
    `the certificate is for another name than ${origin}.`,
    'Use the name that stands in the certificate: --server URL.',
  ],
  EPROTO: ({ origin }) => [
    `${origin} does not speak TLS.`,
    'Check the address. A server without TLS has one that begins with http://.',
  ],
  PROXY_REFUSED: ({ origin, proxy, proxyStatus }) => [
    `the proxy ${proxy} answered ${proxyStatus} and does not let calls to ${origin} through.`,
    'Check HTTPS_PROXY, with user and password if it asks for them; or name the server in NO_PROXY.',
  ],
}

function explainNetwork(error: UnreachableError): UserError {
  const { cause } = error
  if (!(cause instanceof CallFailure)) return new UserError(error.message, checkNetwork, 'UNREACHABLE')
  if (unknownAuthority.includes(cause.code))
    return new UserError(
      `The certificate of ${cause.origin} is signed by an authority this machine does not know.`,
      'If the authority is your own, name its certificate: --ca-file FILE, ENVHOLD_CA_FILE or NODE_EXTRA_CA_CERTS. ' +
        'If not, somebody may be reading along. Nothing was sent.',
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

/** Where a redirect leads, without what may be secret in it. */
const originOf = (location: string | null): string | null => {
  if (location === null || !URL.canParse(location)) return null
  const { origin } = new URL(location)
  return origin === 'null' ? null : sanitize(origin)
}

function explainForeignAnswer({ status, location }: UnreachableError): UserError {
  const checkAddress = 'Check the address: it is the one you open in the browser, without /api.'
  if (status !== null && status >= 300 && status < 400) {
    const target = originOf(location)
    return new UserError(
      `The server answered ${status}, a redirect${target ? ` to ${target}` : ''}. It is not followed, since the token would go with it.`,
      target ? `If that is your server, use its address: --server ${target}` : checkAddress,
      'UNREACHABLE',
    )
  }
  const answered = status === null ? 'What answered' : `The server answered ${status}, but what answered`
  const proxy = status !== null && status >= 400 ? 'Is a proxy in front of it? Try again later. ' : ''
  return new UserError(`${answered} does not speak Envhold’s API.`, `${proxy}${checkAddress}`, 'UNREACHABLE')
}

/** What kept the server's answer away, as something the user can act on. */
export function explainUnreachable(error: UnreachableError): UserError {
  if (error.reason === 'timeout') return new UserError(error.message, `Try again. ${offline}`, 'UNREACHABLE')
  return error.reason === 'network' ? explainNetwork(error) : explainForeignAnswer(error)
}
