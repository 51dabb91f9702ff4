import type { login } from '@envhold/contract/accounts.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'

/** Completes a sign-in with a passkey in place of a code. */
export function PasskeyOption(_: {
  ticket: string
  onSignedIn: (signedIn: OutputOf<typeof login>) => void
  onExpired: () => void
}) {
  return null
}
