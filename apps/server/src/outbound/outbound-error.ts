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
