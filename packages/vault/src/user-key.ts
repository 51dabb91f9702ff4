import { type Argon2Cost, isAcceptedCost, stretchPassword } from '@envhold/integrity/argon2.ts'
import { type Random, systemRandom } from '@envhold/integrity/bytes.ts'
import { lp, publicKeyHash, u8, u32, u64 } from '@envhold/integrity/context.ts'
import type { Key, KeyPairSeed } from '@envhold/integrity/key.ts'
import { importKey, keyBytes } from '@envhold/integrity/key.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { serverKeys } from '@envhold/integrity/server-secret.ts'
import { rejectUnless } from '@envhold/integrity/vault-error.ts'
import { CA1_OVERHEAD, openCa1, sealCa1 } from './ca1.ts'
import { keyPairFromSeed } from './key-pair.ts'

/** Identifies a user's key: the version counts the key pairs that the user has had. */
export type UserKeyAt = { readonly user: number; readonly keyVersion: number }

/** A user's stored key with everything that is bound to it. */
export type StoredUserKey = UserKeyAt & {
  readonly publicKey: Uint8Array
  readonly serverSecrets: ServerSecrets
  readonly blob: Uint8Array
}

/** What it costs to guess new user keys: 64 MiB, three passes, one lane. */
const USER_KEY_COST: Argon2Cost = { memory: 65536, passes: 3, parallelism: 1 }

const VERSION = 0x01
const KDF_ARGON2ID = 0x01
const HEADER_LENGTH = 27
const INNER_LENGTH = HEADER_LENGTH + CA1_OVERHEAD + 32

/**
 * Seals a user's seed under the master password, and the result under the newest server secret (stored-formats.md,
 * 'User key'): an attacker who steals the database alone cannot even guess passwords. Takes as long as Argon2id, so
 * limit how many run at once. Throws VaultError for an empty or malformed password, or a cost outside the accepted
 * range.
 * @returns 223 bytes
 */
export async function sealUserKey(
  input: UserKeyAt & {
    readonly seed: KeyPairSeed
    readonly masterPassword: string
    readonly serverSecrets: ServerSecrets
    readonly argon2?: Argon2Cost | undefined
  },
  random: Random = systemRandom,
): Promise<Uint8Array> {
  const { publicKey } = keyPairFromSeed(input.seed)
  const header = writeHeader(input.argon2 ?? USER_KEY_COST, random(16))
  const kek = await passwordKey(input.masterPassword, header)
  const seed = keyBytes(input.seed)
  const sealed = sealCa1(kek, innerContext(input, header, publicKey), seed, random)
  seed.fill(0)
  return sealOuter({ ...input, publicKey }, Buffer.concat([header, sealed]), random)
}

/**
 * Opens a user's seed with the master password. Takes as long as Argon2id. Throws VaultError for a wrong password,
 * and for anything not sealed for this user, key version and public key.
 */
export async function openUserKey(
  input: StoredUserKey & { readonly masterPassword: string },
): Promise<KeyPairSeed> {
  const inner = openOuter(input)
  const header = inner.subarray(0, HEADER_LENGTH)
  const kek = await passwordKey(input.masterPassword, header)
  return importKey<KeyPairSeed>(
    openCa1(kek, innerContext(input, header, input.publicKey), inner.subarray(HEADER_LENGTH)),
  )
}

/** Seals the outer layer again under the newest server secret; needs no password. Throws VaultError like opening. */
export function rewrapUserKey(input: StoredUserKey, random: Random = systemRandom): Uint8Array {
  return sealOuter(input, openOuter(input), random)
}

/** The kid of the server secret that a stored user key needs. Throws VaultError for anything else. */
export function userKeyKid(blob: Uint8Array): number {
  const kid = blob[1]
  rejectUnless(blob.length === 2 + CA1_OVERHEAD + INNER_LENGTH && blob[0] === VERSION && kid !== undefined)
  return kid
}

type OuterAt = Omit<StoredUserKey, 'blob'>

function sealOuter(at: OuterAt, inner: Uint8Array, random: Random): Uint8Array {
  const kid = at.serverSecrets.newest
  const sealed = sealCa1(serverKeys(at.serverSecrets, kid).outer, outerContext(at, kid), inner, random)
  return Buffer.concat([Uint8Array.of(VERSION, kid), sealed])
}

function openOuter(stored: StoredUserKey): Buffer {
  const kid = userKeyKid(stored.blob)
  return openCa1(
    serverKeys(stored.serverSecrets, kid).outer,
    outerContext(stored, kid),
    stored.blob.subarray(2),
  )
}

function outerContext(at: OuterAt, kid: number) {
  return lp('eh1/user-key-outer', u8(kid), u64(at.user), u32(at.keyVersion), publicKeyHash(at.publicKey))
}

function innerContext(at: UserKeyAt, header: Uint8Array, publicKey: Uint8Array) {
  return lp('eh1/user-key', u64(at.user), u32(at.keyVersion), header, publicKeyHash(publicKey))
}

/** `0x01 ‖ 0x01 (Argon2id) ‖ u32 memory KiB ‖ u32 passes ‖ u8 lanes ‖ salt16` */
function writeHeader(cost: Argon2Cost, salt: Uint8Array): Buffer {
  rejectUnless(isAcceptedCost(cost) && salt.length === 16)
  return Buffer.concat([
    Uint8Array.of(VERSION, KDF_ARGON2ID),
    u32(cost.memory),
    u32(cost.passes),
    u8(cost.parallelism),
    salt,
  ])
}

async function passwordKey(masterPassword: string, header: Buffer): Promise<Key<'master-password'>> {
  rejectUnless(header[0] === VERSION && header[1] === KDF_ARGON2ID)
  const cost = {
    memory: header.readUInt32BE(2),
    passes: header.readUInt32BE(6),
    parallelism: header.readUInt8(10),
  }
  return importKey(await stretchPassword(masterPassword, header.subarray(11), cost))
}
