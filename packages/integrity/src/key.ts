import type { KeyObject } from 'node:crypto'
import { createSecretKey, hkdfSync } from 'node:crypto'
import { type Random, systemRandom } from './bytes.ts'
import type { Label } from './context.ts'
import { rejectUnless } from './vault-error.ts'

declare const use: unique symbol

/**
 * A secret of 32 bytes whose type states its use. It is a KeyObject at run time: printing, inspecting or serialising
 * one shows `{}`, and ciphers use it without copying it into JavaScript's memory again.
 */
export type Key<Use extends string> = KeyObject & { readonly [use]: Use }

/** DEK_n: opens one environment at one epoch. */
export type EnvironmentKey = Key<'environment'>
/** The private half of a principal's X-Wing key pair. */
export type KeyPairSeed = Key<'key-pair-seed'>
/** What a user writes down to regain access without the master password. */
export type RecoveryKey = Key<'recovery'>
/** The secret part of an API key, personal token, invitation or session. */
export type TokenSecret = Key<'token'>
/** The installation's own secret, before anything is derived from it. */
export type ServerKey = Key<'server'>
/** Any of the above, or one derived from them. */
export type SecretKey = Key<string>

const KEY_LENGTH = 32

/** Imports 32 bytes as a key and wipes the source. Throws VaultError for another length. */
export function importKey<K extends SecretKey>(bytes: Uint8Array): K {
  rejectUnless(bytes.length === KEY_LENGTH)
  const key = createSecretKey(bytes) as K
  bytes.fill(0)
  return key
}

/** A fresh random key. */
export function newKey<K extends SecretKey>(random: Random = systemRandom): K {
  return importKey<K>(Uint8Array.from(random(KEY_LENGTH)))
}

/** The 32 bytes of a key, in a buffer that the caller wipes when done. */
export function keyBytes(key: SecretKey): Buffer {
  return key.export()
}

/** `HKDF-SHA256(key, salt = '', info = label, 32)` (RFC 5869): 32 bytes for one use of the key. */
export function derive(key: SecretKey, label: Label): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', label, KEY_LENGTH))
}

/** {@link derive}, as a key. */
export function deriveKey<K extends SecretKey>(key: SecretKey, label: Label): K {
  return importKey<K>(derive(key, label))
}
