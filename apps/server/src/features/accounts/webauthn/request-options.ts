import type { PasskeyRequestOptions } from '@envhold/contract/webauthn.ts'
import { parseStored, storedTexts } from '../../../db/parse-stored.ts'
import { challengeTtlMs } from './issue-challenge.ts'
import type { Passkey } from './passkey-store.ts'
import type { WebauthnSite } from './webauthn-site.ts'

/** How the browser is asked to name a credential. */
export const descriptorOf = ({ id, transports }: Pick<Passkey, 'id' | 'transports'>) => ({
  id,
  type: 'public-key' as const,
  transports: parseStored(storedTexts, transports),
})

/** What `navigator.credentials.get` is called with. Without passkeys, the browser offers all that it has for the site. */
export const requestOptionsOf = (
  { rpId }: WebauthnSite,
  challenge: string,
  passkeys: readonly Passkey[] = [],
): PasskeyRequestOptions => ({
  challenge,
  timeout: challengeTtlMs,
  rpId,
  allowCredentials: passkeys.map(descriptorOf),
  userVerification: 'required',
})
