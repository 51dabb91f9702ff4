import { hash } from 'node:crypto'
import { decodeCrockford, encodeCrockford } from '@envhold/integrity/base32.ts'
import { type Random, systemRandom } from '@envhold/integrity/bytes.ts'
import { lp, publicKeyHash, u32, u64 } from '@envhold/integrity/context.ts'
import type { Key, KeyPairSeed, RecoveryKey } from '@envhold/integrity/key.ts'
import { deriveKey, importKey, keyBytes } from '@envhold/integrity/key.ts'
import { rejectUnless } from '@envhold/integrity/vault-error.ts'
import { openCa1, sealCa1 } from './ca1.ts'
import { keyPairFromSeed } from './key-pair.ts'
import type { UserKeyAt } from './user-key.ts'

/** 256 bits of key and 19 of checksum are 55 characters, 11 groups of five. */
const CHARACTERS = 55
const CHECK_BITS = 19n

/** A fresh recovery key as text for paper: 11 groups of five characters, joined by hyphens. */
export function newRecoveryKey(random: Random = systemRandom): string {
  const key = Uint8Array.from(random(32))
  rejectUnless(key.length === 32)
  const text = encodeCrockford((toNumber(key) << CHECK_BITS) | checkBits(key), CHARACTERS)
  key.fill(0)
  return text.replace(/.{5}(?=.)/g, '$&-')
}

/**
 * Reads a recovery key as people type it (`decodeCrockford`). Throws VaultError for another character, another length or
 * a wrong checksum.
 */
export function parseRecoveryKey(text: string): RecoveryKey {
  const number = decodeCrockford(text, CHARACTERS)
  const key = Buffer.from((number >> CHECK_BITS).toString(16).padStart(64, '0'), 'hex')
  rejectUnless((number & ((1n << CHECK_BITS) - 1n)) === checkBits(key))
  return importKey<RecoveryKey>(key)
}

/** Seals a user's seed under the recovery key (stored-formats.md, 'Recovery'): 113 bytes; needs no server secret. */
export function sealForRecovery(
  at: UserKeyAt & { readonly seed: KeyPairSeed },
  recoveryKey: RecoveryKey,
  random?: Random,
): Uint8Array {
  const context = recoveryContext({ ...at, publicKey: keyPairFromSeed(at.seed).publicKey })
  const seed = keyBytes(at.seed)
  const blob = sealCa1(sealingKey(recoveryKey), context, seed, random)
  seed.fill(0)
  return blob
}

/** Opens a user's seed. Throws VaultError unless it was sealed for this user, key version, public key and recovery key. */
export function openWithRecoveryKey(
  at: UserKeyAt & { readonly publicKey: Uint8Array },
  recoveryKey: RecoveryKey,
  blob: Uint8Array,
): KeyPairSeed {
  return importKey<KeyPairSeed>(openCa1(sealingKey(recoveryKey), recoveryContext(at), blob))
}

function sealingKey(recoveryKey: RecoveryKey): Key<'recovery-sealing'> {
  return deriveKey(recoveryKey, 'eh1/recovery')
}

function recoveryContext(at: UserKeyAt & { readonly publicKey: Uint8Array }) {
  return lp('eh1/recovery', u64(at.user), u32(at.keyVersion), publicKeyHash(at.publicKey))
}

/** The first 19 bits of a labelled SHA-256 of the key. */
function checkBits(key: Uint8Array): bigint {
  return toNumber(hash('sha256', lp('eh1/recovery-check', key), 'buffer')) >> (256n - CHECK_BITS)
}

function toNumber(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}
