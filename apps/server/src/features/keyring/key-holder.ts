import type { KeyPair } from '@envhold/vault/key-pair.ts'
import type { StoredPrincipal } from './principal-store.ts'

/** A caller whose vault is unlocked for this one call: a user, or a personal token that acts for one. */
export interface KeyHolder {
  readonly userId: number
  readonly principal: StoredPrincipal
  readonly keyPair: KeyPair
}
