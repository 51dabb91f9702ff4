import { createPublicKey } from 'node:crypto'
import type { ProviderSettings } from '../../identity-provider/provider-settings.ts'
import { masked } from '../payments/show-settings.ts'

const publicKeyOf = ({ privateKey, privateKeyId }: ProviderSettings) => ({
  ...createPublicKey(privateKey).export({ format: 'jwk' }),
  use: 'sig',
  ...(privateKeyId !== '' && { kid: privateKeyId }),
})

/** The settings as JSON. The secret is masked, and the private key is replaced by the public one. */
export function showProvider(settings: ProviderSettings | undefined, callback: string): string {
  if (!settings) return 'There is no identity provider.'
  const { clientSecret, privateKey, ...open } = settings
  const visible = {
    ...open,
    ...(clientSecret !== '' && { clientSecret: masked(clientSecret) }),
    ...(privateKey !== '' && { publicKey: publicKeyOf(settings) }),
  }
  return `${JSON.stringify(visible, null, 2)}\nRedirect URI to register at the provider: ${callback}`
}
