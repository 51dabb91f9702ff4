import type { Proof } from '@envhold/contract/step-up.ts'

const words: Readonly<Record<Proof, string>> = {
  password: 'with the password',
  oidc: 'at the identity provider',
  passkey: 'with a passkey',
  totp: 'with a code of the authenticator app',
  'recovery-code': 'with a recovery code',
}

interface Proved {
  readonly proof: Proof
  /** The first factor, where the proof is the second. */
  readonly first?: Proof | undefined
}

/** How somebody signed in, for the activity log: `with the password, then with a passkey`. */
export const describeSignIn = ({ proof, first }: Proved): string =>
  first ? `${words[first]}, then ${words[proof]}` : words[proof]
