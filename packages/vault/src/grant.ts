import { sameBytes } from '@envhold/integrity/bytes.ts'
import {
  type Field,
  lp,
  type Principal,
  publicKeyHash,
  u8,
  u32,
  u64,
  utf8,
} from '@envhold/integrity/context.ts'
import type { EnvironmentKey } from '@envhold/integrity/key.ts'
import { importKey, keyBytes } from '@envhold/integrity/key.ts'
import { rejectUnless } from '@envhold/integrity/vault-error.ts'
import type { EnvironmentEpoch } from './environment.ts'
import { keyId } from './environment.ts'
import { openHpke, sealHpke } from './hpke.ts'
import type { KeyPair } from './key-pair.ts'
import type { Encapsulation } from './x-wing.ts'
import { ENC_LENGTH } from './x-wing.ts'

/** An environment's epoch and the public name of its key, as stored in the epoch's row (see `keyId`). */
export type GrantedEpoch = EnvironmentEpoch & { readonly keyId: Uint8Array }

/** X-Wing. 0x01 is reserved for X25519 alone. */
const SUITE_X_WING = 0x02
const GRANT_LENGTH = 1 + ENC_LENGTH + 32 + 16
const INFO = Buffer.from('eh1/grant')
const KINDS = { user: 1, 'api-key': 2, 'personal-token': 3, invitation: 4 } as const

/**
 * Seals an environment key to one principal's public key (stored-formats.md, 'Grant'). Throws VaultError for an
 * invalid public key.
 * @param encapsulation injected by known answers only
 * @returns `0x02 ‖ enc1120 ‖ ciphertext48`, 1,169 bytes
 */
export function sealGrant(
  dek: EnvironmentKey,
  at: EnvironmentEpoch,
  principal: Principal,
  publicKey: Uint8Array,
  encapsulation?: Encapsulation,
): Uint8Array {
  const bytes = keyBytes(dek)
  const aad = grantContext({ ...at, keyId: keyId(dek) }, principal, publicKey)
  const { enc, ciphertext } = sealHpke(publicKey, INFO, aad, bytes, encapsulation)
  bytes.fill(0)
  return Buffer.concat([Uint8Array.of(SUITE_X_WING), enc, ciphertext])
}

/**
 * Opens a grant with the principal's key pair. `at.keyId` is the stored name of the key: the seal covers it, and it
 * is recomputed from the decrypted key. Throws VaultError unless key pair, project, environment, epoch, key and
 * principal are those of the sealing.
 */
export function openGrant(
  keyPair: KeyPair,
  at: GrantedEpoch,
  principal: Principal,
  blob: Uint8Array,
): EnvironmentKey {
  rejectUnless(blob.length === GRANT_LENGTH && blob[0] === SUITE_X_WING)
  const message = { enc: blob.subarray(1, 1 + ENC_LENGTH), ciphertext: blob.subarray(1 + ENC_LENGTH) }
  const aad = grantContext(at, principal, keyPair.publicKey)
  const dek = importKey<EnvironmentKey>(openHpke(keyPair, INFO, aad, message))
  rejectUnless(sameBytes(keyId(dek), at.keyId))
  return dek
}

/** A principal's kind as the number in contexts. */
export function principalKind(principal: Principal): number {
  return KINDS[principal.kind]
}

/** A principal's id as bytes: u64 for a user, UTF-8 for the others. Throws VaultError for an invalid id. */
export function principalId(principal: Principal): Field {
  if (principal.kind === 'user') return u64(principal.id)
  rejectUnless(principal.id.length > 0)
  return utf8(principal.id)
}

function grantContext(at: GrantedEpoch, principal: Principal, publicKey: Uint8Array) {
  return lp(
    'eh1/grant',
    u64(at.project),
    u64(at.environment),
    u32(at.epoch),
    u8(principalKind(principal)),
    principalId(principal),
    publicKeyHash(publicKey),
    at.keyId,
  )
}
