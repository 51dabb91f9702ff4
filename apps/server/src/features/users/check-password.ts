import { dummyHash, verifyPassword } from '@envhold/integrity/password-hash.ts'
import type { User } from './user-store.ts'

/**
 * The user, if the password is the user's. For nobody the same work is done, so that the time does not tell whether
 * an account exists. Runs Argon2id: call it inside the Argon2 limiter.
 */
export async function checkPassword(user: User | undefined, password: string): Promise<User | undefined> {
  const isRight = await verifyPassword(password, user?.password_hash ?? dummyHash)
  return isRight ? user : undefined
}
