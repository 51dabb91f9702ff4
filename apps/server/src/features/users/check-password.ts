import { dummyHash, verifyPassword } from '@envhold/integrity/password-hash.ts'
import { hasPassword, type User } from './user-store.ts'

/**
 * The user, if the password is theirs. For unknown names the same work is done, so that the time does not show
 * whether an account exists. Runs Argon2id: call it inside the Argon2 limiter.
 */
export async function checkPassword(user: User | undefined, password: string): Promise<User | undefined> {
  const stored = user && hasPassword(user) ? user.password_hash : undefined
  const isRight = await verifyPassword(password, stored ?? dummyHash)
  return isRight && stored !== undefined ? user : undefined
}
