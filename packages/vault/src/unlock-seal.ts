import { createSecretKey, hkdfSync } from 'node:crypto'
import type { Random } from '@envhold/integrity/bytes.ts'
import { lp, u32, u64, utf8 } from '@envhold/integrity/context.ts'
import type { EnvironmentKey, Key, KeyPairSeed, SecretKey } from '@envhold/integrity/key.ts'
import { importKey, keyBytes, newKey } from '@envhold/integrity/key.ts'
import type { Token } from '@envhold/integrity/token.ts'
import { openCa1, sealCa1 } from './ca1.ts'
import type { GrantedEpoch } from './grant.ts'
import type { PasskeyUnlockKey } from './passkey-key.ts'
import type { UserKeyAt } from './user-key.ts'

/** Random; created when a process starts, and lost when it ends. */
export type ProcessKey = Key<'process'>

/** The slot of an unlocked entry in memory, and the key that opens it, which is never stored in that memory. */
export type UnlockCacheKey = {
  /** 64 hex digits: the entry's key in a Map. */
  readonly slot: string
  readonly key: Key<'unlock-cache'>
}

/** What opened a vault, beside the master password. */
export interface PasskeySecret {
  readonly credentialId: Uint8Array
  readonly unlock: PasskeyUnlockKey
}

/** One per process. */
export function newProcessKey(random?: Random): ProcessKey {
  return newKey<ProcessKey>(random)
}

/**
 * Slot and key of an unlocked entry (stored-formats.md, 'In memory'), derived from what each request contains: a
 * session's token and the master password or unlock secret of a passkey, or the secret of an API key or personal token
 * alone. All come from the token's 256 bits, so a memory dump between two requests gives neither the entry nor a way to
 * guess passwords.
 * Throws VaultError for a malformed password.
 */
export function unlockCacheKey(
  processKey: ProcessKey,
  token: Token,
  openedWith?: string | PasskeySecret,
): UnlockCacheKey {
  const secret = keyBytes(token.secret)
  const fields = fieldsOf(openedWith)
  const input = lp('eh1/unlock-cache', utf8(token.id), secret, ...fields)
  const salt = keyBytes(processKey)
  const okm = Buffer.from(hkdfSync('sha256', createSecretKey(input), salt, 'eh1/unlock-cache', 64))
  for (const spent of [secret, input, salt, ...fields]) spent.fill(0)
  return { key: importKey(okm.subarray(0, 32)), slot: okm.toString('hex', 32) }
}

/** One field for a password and two for a passkey, so that neither can pass for the other. */
function fieldsOf(openedWith: string | PasskeySecret | undefined): readonly Uint8Array[] {
  if (openedWith === undefined) return []
  if (typeof openedWith === 'string') return [utf8(openedWith.normalize('NFC'))]
  return [Uint8Array.from(openedWith.credentialId), keyBytes(openedWith.unlock)]
}

/** Seals a user's unlocked seed for memory. */
export function sealUnlockedSeed(
  { key }: UnlockCacheKey,
  at: UserKeyAt,
  seed: KeyPairSeed,
  random?: Random,
): Uint8Array {
  return sealKey(key, seedContext(at), seed, random)
}

/** Opens it. Throws VaultError for another key, user or key version. */
export function openUnlockedSeed({ key }: UnlockCacheKey, at: UserKeyAt, blob: Uint8Array): KeyPairSeed {
  return importKey<KeyPairSeed>(openCa1(key, seedContext(at), blob))
}

/** Seals an environment key from a grant, for memory. */
export function sealUnlockedEnvironment(
  { key }: UnlockCacheKey,
  at: GrantedEpoch,
  dek: EnvironmentKey,
  random?: Random,
): Uint8Array {
  return sealKey(key, environmentContext(at), dek, random)
}

/** Opens it. Throws VaultError for another key, project, environment, epoch or key id. */
export function openUnlockedEnvironment(
  { key }: UnlockCacheKey,
  at: GrantedEpoch,
  blob: Uint8Array,
): EnvironmentKey {
  return importKey<EnvironmentKey>(openCa1(key, environmentContext(at), blob))
}

function sealKey(key: SecretKey, context: Uint8Array, secret: SecretKey, random?: Random): Uint8Array {
  const bytes = keyBytes(secret)
  const blob = sealCa1(key, context, bytes, random)
  bytes.fill(0)
  // A copy of its own: a small Buffer is a part of a pool of 64 kB, which a cached entry would keep in memory.
  return new Uint8Array(blob)
}

function seedContext(at: UserKeyAt) {
  return lp('eh1/unlock-seed', u64(at.user), u32(at.keyVersion))
}

function environmentContext(at: GrantedEpoch) {
  return lp('eh1/unlock-environment', u64(at.project), u64(at.environment), u32(at.epoch), at.keyId)
}
