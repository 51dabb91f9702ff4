import type { Argon2Cost } from './argon2.ts'
import { stretchPassword } from './argon2.ts'
import type { Random } from './random.ts'
import { systemRandom } from './random.ts'
import { sameBytes } from './same-bytes.ts'
import { rejectUnless } from './vault-error.ts'

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
