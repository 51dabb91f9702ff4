import { argon2 } from 'node:crypto'
import { type Random, sameBytes, systemRandom } from './bytes.ts'
import { utf8 } from './context.ts'
import { rejectUnless } from './vault-error.ts'

/** What one guess costs with Argon2id (RFC 9106). */
export type Argon2Cost = {
  /** KiB. */
  readonly memory: number
  /** Iterations. */
  readonly passes: number
  /** Lanes. */
  readonly parallelism: number
}

/**
 * Whether a stored cost is acceptable: a lower one does not protect, a higher one lets an attacker with write access
 * to the database block the server.
 */
export function isAcceptedCost({ memory, passes, parallelism }: Argon2Cost): boolean {
  return (
    memory >= 19456 && memory <= 262144 && passes >= 2 && passes <= 10 && parallelism >= 1 && parallelism <= 4
  )
}

/**
 * Argon2id v1.3 of a password, 32 bytes, on libuv's thread pool (about 240 ms at 64 MiB and three passes). The
 * password is used as given, in Unicode normal form C, so that it does not matter how a keyboard composes `é`. Throws
 * VaultError for an empty password, a lone surrogate, a salt that is not 16 bytes, or a cost that is not acceptable.
 */
export async function stretchPassword(
  password: string,
  salt: Uint8Array,
  cost: Argon2Cost,
): Promise<Uint8Array> {
  rejectUnless(password.length > 0 && salt.length === 16 && isAcceptedCost(cost))
  const message = utf8(password.normalize('NFC'))
  const parameters = { message, nonce: salt, tagLength: 32, ...cost }
  return await new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, derived) => {
      message.fill(0)
      if (error) reject(error)
      else resolve(derived)
    })
  })
}

/** What it costs to guess sign-in passwords: 19 MiB, two passes, one lane. */
const PASSWORD_COST: Argon2Cost = { memory: 19456, passes: 2, parallelism: 1 }

const PHC =
  /^\$argon2id\$v=19\$m=([1-9]\d{4,5}),t=([1-9]\d?),p=([1-4])\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/

/**
 * A hash that matches no known password. Verify against it when the account is unknown, so that the response takes as
 * long.
 */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/**
 * Hashes a sign-in password with Argon2id, as a PHC string: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`. Throws
 * VaultError for an empty or malformed password.
 */
export async function hashPassword(password: string, random: Random = systemRandom): Promise<string> {
  const salt = random(16)
  const { memory, passes, parallelism } = PASSWORD_COST
  const digest = await stretchPassword(password, salt, PASSWORD_COST)
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(digest)}`
}

/**
 * Whether a password matches the hash. A password that cannot be hashed (empty, malformed) does not. Throws
 * VaultError for a hash that is not canonical or whose cost is not acceptable.
 */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const { cost, salt, digest } = parsePhc(phc)
  if (password === '' || !password.isWellFormed()) return false
  return sameBytes(await stretchPassword(password, salt, cost), digest)
}

function parsePhc(phc: string) {
  const [, memory, passes, parallelism, salt, digest] = PHC.exec(phc) ?? []
  rejectUnless(salt !== undefined && digest !== undefined)
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return { cost, salt: fromBase64(salt), digest: fromBase64(digest) }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '')
}

function fromBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  rejectUnless(base64(bytes) === text)
  return bytes
}
