import { type Random, systemRandom } from '@envhold/integrity/bytes.ts'
import { lp, publicKeyHash, u8, u32, u64 } from '@envhold/integrity/context.ts'
import type { Key, KeyPairSeed } from '@envhold/integrity/key.ts'
import { importKey, keyBytes } from '@envhold/integrity/key.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { serverKeys } from '@envhold/integrity/server-secret.ts'
import { rejectUnless } from '@envhold/integrity/vault-error.ts'
import { CA1_OVERHEAD, openCa1, sealCa1 } from './ca1.ts'
import type { UserKeyAt } from './user-key.ts'

/** What a browser derives from the PRF output of a passkey: 256 bits, so no password hash is needed. */
export type PasskeyUnlockKey = Key<'passkey-unlock'>

/** Identifies a user's key that is sealed for one passkey. */
export type PasskeyKeyAt = UserKeyAt & {
  /** The user's X-Wing public key. */
  readonly publicKey: Uint8Array
  readonly credentialId: Uint8Array
  readonly serverSecrets: ServerSecrets
}

const VERSION = 0x01
const INNER_LENGTH = CA1_OVERHEAD + 32

/**
 * Seals a user's seed under the unlock secret of a passkey, and the result under the newest server secret
 * (stored-formats.md, 'Passkey').
 * @returns 196 bytes
 */
export function sealPasskeyKey(
  at: PasskeyKeyAt & { readonly seed: KeyPairSeed; readonly unlock: PasskeyUnlockKey },
  random: Random = systemRandom,
): Uint8Array {
  const seed = keyBytes(at.seed)
  const inner = sealCa1(at.unlock, innerContext(at), seed, random)
  seed.fill(0)
  return sealOuter(at, inner, random)
}

/**
 * Opens a user's seed with the unlock secret of a passkey. Throws VaultError for another secret, and for anything not
 * sealed for this user, key version, public key and credential.
 */
export function openPasskeyKey(
  at: PasskeyKeyAt & { readonly blob: Uint8Array; readonly unlock: PasskeyUnlockKey },
): KeyPairSeed {
  return importKey<KeyPairSeed>(openCa1(at.unlock, innerContext(at), openOuter(at)))
}

/** Seals the outer layer again under the newest server secret; needs no passkey. Throws VaultError like opening. */
export function rewrapPasskeyKey(
  at: PasskeyKeyAt & { readonly blob: Uint8Array },
  random: Random = systemRandom,
): Uint8Array {
  return sealOuter(at, openOuter(at), random)
}

/** The kid of the server secret that such a key needs. Throws VaultError for anything else. */
export function passkeyKeyKid(blob: Uint8Array): number {
  const kid = blob[1]
  rejectUnless(blob.length === 2 + CA1_OVERHEAD + INNER_LENGTH && blob[0] === VERSION && kid !== undefined)
  return kid
}

function sealOuter(at: PasskeyKeyAt, inner: Uint8Array, random: Random): Uint8Array {
  const kid = at.serverSecrets.newest
  const outer = sealCa1(serverKeys(at.serverSecrets, kid).passkeyOuter, outerContext(at, kid), inner, random)
  return Buffer.concat([Uint8Array.of(VERSION, kid), outer])
}

function openOuter(at: PasskeyKeyAt & { readonly blob: Uint8Array }): Buffer {
  const kid = passkeyKeyKid(at.blob)
  const key = serverKeys(at.serverSecrets, kid).passkeyOuter
  return openCa1(key, outerContext(at, kid), at.blob.subarray(2))
}

function outerContext(at: PasskeyKeyAt, kid: number) {
  const key = publicKeyHash(at.publicKey)
  return lp('eh1/passkey-outer', u8(kid), u64(at.user), u32(at.keyVersion), at.credentialId, key)
}

function innerContext(at: PasskeyKeyAt) {
  const key = publicKeyHash(at.publicKey)
  return lp('eh1/passkey', u64(at.user), u32(at.keyVersion), at.credentialId, key)
}
