import { AppError, notFound } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { ProviderError } from '../../../identity-provider/provider-error.ts'
import { readProviderSettings } from '../../../identity-provider/provider-settings-store.ts'
import type { AccountWorld } from '../account-world.ts'

/** What anybody can cause with a callback of their own making. It says nothing about the provider. */
const causedByCallers = ['OAUTH_INVALID_RESPONSE', 'invalid_grant']

/** An error of the provider in words for its user. What the operator should know about is logged by its code. */
export function explainToUser(ctx: Pick<Context, 'log'>, error: unknown, label: string): AppError {
  if (!(error instanceof ProviderError)) throw error
  const { failure, code } = error
  if (failure !== 'declined' && !causedByCallers.includes(code))
    ctx.log.identityProviderFailed({ failure, code })
  return providerRejection(error, label)
}

/** The provider of this instance. @throws AppError NOT_FOUND without one, UNAVAILABLE when it does not answer */
export async function requireProvider(ctx: Pick<AccountWorld, 'db' | 'secrets' | 'log' | 'providers'>) {
  try {
    const provider = await ctx.providers.connect()
    if (!provider) throw noProvider()
    return provider
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw explainToUser(ctx, error, (await readProviderSettings(ctx))?.label ?? 'The identity provider')
  }
}

/** Unknown, used and expired requests, and those of another browser, get the same message. */
export const invalidRequest = () => notFound('This sign-in is no longer valid. Start it again.')

const noProvider = () => notFound('This server has no identity provider.')

/** What a person reads when the provider failed. It contains nothing of the provider’s answer. */
function providerRejection({ failure }: ProviderError, label: string): AppError {
  if (failure === 'unavailable')
    return new AppError('UNAVAILABLE', {
      message: `${label} is not available right now. Try again in a moment, or ask the operator of this server.`,
    })
  if (failure === 'declined')
    return new AppError('INVALID_CREDENTIALS', {
      message: `${label} did not sign you in. Start again, or ask its operator for access.`,
    })
  return new AppError('INVALID_CREDENTIALS', {
    message: `The sign-in at ${label} could not be verified. Start again.`,
  })
}
