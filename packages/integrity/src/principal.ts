import { hash } from 'node:crypto'

/** A principal that can hold an environment key. */
export type Principal =
  | { readonly kind: 'user'; readonly id: number }
  | { readonly kind: 'api-key' | 'personal-token' | 'invitation'; readonly id: string }

/** SHA-256 of a public key, 32 bytes: its name in contexts and rosters. */
export function publicKeyHash(publicKey: Uint8Array): Uint8Array {
  return hash('sha256', publicKey, 'buffer')
}
