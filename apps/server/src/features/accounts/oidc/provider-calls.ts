import type { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { ConnectedProvider } from '../../../sign-in-provider/connect-provider.ts'
import type { ProviderCache } from '../../../sign-in-provider/provider-cache.ts'
import { ProviderError } from '../../../sign-in-provider/provider-error.ts'
import { readProviderSettings } from '../../../sign-in-provider/provider-settings-store.ts'
import { noProvider, providerRejection } from './provider-rejections.ts'

/** What anybody can cause with a callback of their own making. It says nothing about the provider. */
const causedByCallers = ['OAUTH_INVALID_RESPONSE', 'invalid_grant']

/** An error of the provider in words for its user. What the operator should know about is logged by its code. */
export function explainToUser(ctx: Pick<Context, 'log'>, error: unknown, label: string): AppError {
  if (!(error instanceof ProviderError)) throw error
  const { failure, code } = error
  if (failure !== 'declined' && !causedByCallers.includes(code))
    ctx.log.signInProviderFailed({ failure, code })
  return providerRejection(error, label)
}

/**
 * The provider of this instance.
 * @throws AppError NOT_FOUND without one, UNAVAILABLE when it does not answer
 */
export async function requireProvider(
  ctx: Pick<Context, 'db' | 'secrets' | 'log'>,
  cache: ProviderCache,
): Promise<ConnectedProvider> {
  try {
    const provider = await cache.connect()
    if (!provider) throw noProvider()
    return provider
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw explainToUser(ctx, error, (await readProviderSettings(ctx))?.label ?? 'The identity provider')
  }
}
