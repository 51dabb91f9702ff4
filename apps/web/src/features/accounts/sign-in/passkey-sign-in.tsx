import type { login } from '@envhold/contract/accounts.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'

/** Signs in with a passkey. */
export function PasskeySignIn(_: { onSignedIn: (signedIn: OutputOf<typeof login>) => void }) {
  return null
}
