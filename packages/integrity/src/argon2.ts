import { argon2 } from 'node:crypto'
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
