import { findOutboundError } from '../outbound/outbound-error.ts'

/**
 * Why a provider did not say who somebody is. `unavailable`: it cannot be reached, or is set up wrongly. `declined`: it
 * says itself that it did not sign the person in. `rejected`: its answer does not hold.
 */
export type ProviderFailure = 'unavailable' | 'declined' | 'rejected'

/**
 * The provider failed. `code` is one of ours or of the protocol, never a text of the provider. There is no `cause`,
 * because the errors of the library quote answers, which contain tokens.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly failure: ProviderFailure
  readonly code: string

  constructor(failure: ProviderFailure, code: string) {
    super(`The sign-in provider failed: ${failure}, ${code}`)
    this.failure = failure
    this.code = code
  }
}

/** Errors of the protocol that the log may name. */
const known = [
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'invalid_token',
  'login_required',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
]
/** What the operator has to set right at the provider. */
const setUpWrongly = ['invalid_client', 'unauthorized_client', 'invalid_scope']
/** Codes of the library for answers that are no answers: another status, not JSON, a demand to authenticate. */
const noAnswer = [
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  // To the client's own credentials.
  'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
]

const textAt = (error: unknown, name: 'code' | 'error') =>
  error instanceof Error && name in error ? String(Reflect.get(error, name)) : ''

/** What an error of the library means, without anything of what it quotes. */
export function explainFailure(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const outbound = findOutboundError(error)
  if (outbound) return new ProviderError('unavailable', outbound.code)
  const code = textAt(error, 'code')
  const answered = textAt(error, 'error')
  const named = known.includes(answered) ? answered : code
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return new ProviderError('declined', named)
  if (setUpWrongly.includes(answered) || noAnswer.includes(code))
    return new ProviderError('unavailable', named)
  return new ProviderError('rejected', named || 'OTHER')
}
