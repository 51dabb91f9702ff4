import { AppError } from '../../../app-error.ts'
import type { ProviderError } from '../../../sign-in-provider/provider-error.ts'

/** Unknown, used and expired requests, and those of another browser, get the same message. */
export const invalidRequest = () =>
  new AppError('NOT_FOUND', { message: 'This sign-in is no longer valid. Start it again.' })

export const noProvider = () =>
  new AppError('NOT_FOUND', { message: 'This server has no identity provider.' })

/** What a person reads when the provider failed. It contains nothing of the provider’s answer. */
export function providerRejection({ failure }: ProviderError, label: string): AppError {
  if (failure === 'unavailable')
    return new AppError('UNAVAILABLE', {
      message: `${label} is not available right now. Try again in a moment, or ask the operator of this server.`,
    })
  if (failure === 'declined')
    return new AppError('INVALID_CREDENTIALS', {
      message: `${label} did not sign you in. Start again, or ask its administrator for access.`,
    })
  return new AppError('INVALID_CREDENTIALS', {
    message: `The sign-in at ${label} could not be verified. Start again.`,
  })
}
