import { createPrivateKey, webcrypto } from 'node:crypto'
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import { loopback } from '../config/loopback.ts'
import type { DbContext } from '../context.ts'
import { createFetch } from '../outbound/create-fetch.ts'
import { explainFailure, ProviderError } from './provider-error.ts'
import type { ProviderSettings } from './provider-settings.ts'
import { readProviderSettings } from './provider-settings-store.ts'

const timeoutMs = 5_000
const maxBytes = 262_144
/** How much the clock of the provider may differ. */
const toleranceSeconds = 60

/** A provider whose discovery document was read. */
export interface ConnectedProvider {
  readonly settings: ProviderSettings
  readonly client: typeof import('openid-client')
  readonly config: Configuration
}

/** The one way to call other servers, for these origins. */
function boundedFetch(origins: readonly string[]): CustomFetch {
  const fetch = createFetch({ origins: [...new Set(origins)], timeoutMs, maxBytes })
  return (url, { body, ...init }) => fetch(url, { ...init, body: body ?? null })
}

const isLocal = (url: string) => loopback.test(new URL(url).hostname)

/** Rejects endpoints that would make this server, or a browser, call something that is not the provider. */
function requireEndpoint(issuer: string, endpoint: string | undefined): string {
  const url = URL.parse(endpoint ?? '')
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal(issuer))
  if (!url || !isSafe || (isLocal(url.href) && !isLocal(issuer)))
    throw new ProviderError('unavailable', 'ENDPOINT_REJECTED')
  return url.origin
}

async function clientAuthOf(
  { PrivateKeyJwt, ClientSecretBasic }: ConnectedProvider['client'],
  { authMethod, clientSecret, privateKey, privateKeyId }: ProviderSettings,
): Promise<ClientAuth> {
  if (authMethod === 'client_secret_basic') return ClientSecretBasic(clientSecret)
  const key = createPrivateKey(privateKey)
  const algorithm =
    key.asymmetricKeyType === 'rsa'
      ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
      : { name: 'ECDSA', namedCurve: 'P-256' }
  const der = key.export({ format: 'der', type: 'pkcs8' })
  const imported = await webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])
  return PrivateKeyJwt(privateKeyId === '' ? imported : { key: imported, kid: privateKeyId })
}

/**
 * Reads the discovery document of the provider. Requests go only to the issuer, and later to the endpoints that it
 * names.
 * @throws ProviderError
 */
export async function connectProvider(settings: ProviderSettings): Promise<ConnectedProvider> {
  // Loaded with the first sign-in: few instances have a provider.
  const client = await import('openid-client')
  const issuer = new URL(settings.issuer)
  try {
    const config = await client.discovery(
      issuer,
      settings.clientId,
      { [client.clockTolerance]: toleranceSeconds },
      await clientAuthOf(client, settings),
      {
        timeout: timeoutMs / 1_000,
        [client.customFetch]: boundedFetch([issuer.origin]),
        // The signature of an ID token is checked, although it comes directly from the provider.
        execute: [
          client.enableNonRepudiationChecks,
          ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
        ],
      },
    )
    const server = config.serverMetadata()
    // Of a provider with many tenants, each is an issuer of its own.
    if (new URL(server.issuer).href !== issuer.href) throw new ProviderError('unavailable', 'OTHER_ISSUER')
    requireEndpoint(settings.issuer, server.authorization_endpoint)
    const called = [server.token_endpoint, server.jwks_uri, server.userinfo_endpoint ?? settings.issuer]
    const origins = called.map((url) => requireEndpoint(settings.issuer, url))
    config[client.customFetch] = boundedFetch(origins)
    return { settings, client, config }
  } catch (error) {
    // Without a valid document there is no provider, whatever the reason.
    throw new ProviderError('unavailable', explainFailure(error).code)
  }
}

const cacheMs = 3_600_000

interface Connecting {
  readonly content: string
  readonly at: number
  readonly provider: Promise<ConnectedProvider>
}

export interface ProviderCache {
  /**
   * The provider with the settings as they are now; undefined if there is none. Calls at the same time read one
   * discovery document.
   * @throws ProviderError
   */
  connect(): Promise<ConnectedProvider | undefined>
}

/** Caches the discovery document of the provider for an hour, while its settings stay the same. */
export function createProviderCache(
  ctx: DbContext<'secrets' | 'clock'>,
  connect: (settings: ProviderSettings) => Promise<ConnectedProvider> = connectProvider,
): ProviderCache {
  let last: Connecting | undefined
  return {
    connect: async () => {
      const settings = await readProviderSettings(ctx)
      if (!settings) return undefined
      const content = JSON.stringify(settings)
      const now = ctx.clock()
      if (last?.content === content && now - last.at < cacheMs) return await last.provider
      const connecting = { content, at: now, provider: connect(settings) }
      last = connecting
      try {
        return await connecting.provider
      } catch (error) {
        if (last === connecting) last = undefined
        throw error
      }
    },
  }
}
