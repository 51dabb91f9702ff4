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
