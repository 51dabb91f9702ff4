import type { login } from '@envhold/contract/accounts.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { PendingSignIn } from './pending-sign-in.ts'

interface Props {
  pending: PendingSignIn
  onSignedIn: (signedIn: OutputOf<typeof login>) => void
  onBack: () => void
}

/** Asks for the second factor of a sign-in. */
export function SecondFactorForm(_: Props) {
  return null
}
