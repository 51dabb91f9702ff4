import { connectProvider } from '../../identity-provider/connect-provider.ts'
import { ProviderError } from '../../identity-provider/provider-error.ts'
import type { ProviderSettings } from '../../identity-provider/provider-settings.ts'
import { certificateText } from '../../outbound/outbound-error.ts'

interface Tested {
  readonly success: boolean
  readonly message: string
}

/** What an operator can do about a failure. */
const advice: Readonly<Record<string, string>> = {
  OTHER_ISSUER: 'Its document names another issuer: copy that exactly, with or without the slash at the end.',
  ENDPOINT_REJECTED: 'Its document names an endpoint that is not https.',
  REDIRECT: 'It redirects: set the issuer that it redirects to.',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'There is no discovery document below the issuer.',
}

/** Reads the provider's discovery document. Signs nobody in. */
export async function testProvider(settings: ProviderSettings | undefined): Promise<Tested> {
  if (!settings) return { success: false, message: 'There is no identity provider.' }
  try {
    const { config } = await connectProvider(settings)
    const { authorization_endpoint, token_endpoint, userinfo_endpoint } = config.serverMetadata()
    const endpoints = [authorization_endpoint, token_endpoint, userinfo_endpoint ?? 'no userinfo endpoint']
    return { success: true, message: [`${settings.issuer} is an OpenID provider.`, ...endpoints].join('\n') }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { code } = error
    const certificate = certificateText(code)
    const hint = certificate ? `That means: ${certificate}.` : (advice[code] ?? '')
    return { success: false, message: `${settings.issuer} failed: ${code}. ${hint}`.trim() }
  }
}
