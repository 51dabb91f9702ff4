import { certificateProblem } from '@envhold/contract/certificate-problem.ts'

/** Why a request to another server has no answer. */
export type OutboundFailure = 'not-allowed' | 'timeout' | 'network' | 'too-large' | 'redirect'

/**
 * A request to another server failed. The message names the origin at most: paths, queries, headers and bodies can
 * hold secrets. There is no `cause`, because the errors of the platform quote URLs and header values.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly kind: OutboundFailure
  /** The same, under the name that the log prints; for `network` the code of the system, such as ECONNREFUSED. */
  readonly code: string

  constructor(
    kind: OutboundFailure,
    message: string,
    code: string = kind.replaceAll('-', '_').toUpperCase(),
  ) {
    super(message)
    this.kind = kind
    this.code = code
  }
}

const maxDepth = 4

/** The error of our own `fetch` that an error of a client library wraps: as its cause, or, in stripe's, its detail. */
export function findOutboundError(error: unknown, depth = 0): OutboundError | undefined {
  if (error instanceof OutboundError) return error
  if (!(error instanceof Error) || depth === maxDepth) return undefined
  const detail = 'detail' in error ? error.detail : undefined
  return findOutboundError(error.cause, depth + 1) ?? findOutboundError(detail, depth + 1)
}

const texts = {
  untrusted:
    'its certificate is not trusted: name your certificate authority in NODE_EXTRA_CA_CERTS (docs/runbooks/untrusted-certificate.md)',
  expired: 'its certificate has expired: renew it there',
  'not-yet-valid': 'its certificate is not valid yet: check the clock of this machine',
  'other-host': 'its certificate is for another host name: use that name, or renew the certificate',
} as const

/** What is wrong with the certificate of another server, for operators; undefined for any other error code. */
export function certificateText(code: unknown): string | undefined {
  const problem = certificateProblem(code)
  return problem && texts[problem]
}
