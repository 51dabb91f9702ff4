import { dummyHash, verifyPassword } from '@envhold/integrity/argon2.ts'
import { hasPassword, type User } from './user-store.ts'

/**
 * Returns the user if the password is correct. Without a user or a stored password it does the same work, so that the
 * time does not reveal whether an account exists. Runs Argon2id: call it inside the Argon2 limiter.
 */
export async function checkPassword(user: User | undefined, password: string): Promise<User | undefined> {
  const stored = user && hasPassword(user) ? user.password_hash : undefined
  const isCorrect = await verifyPassword(password, stored ?? dummyHash)
  return isCorrect && stored !== undefined ? user : undefined
}
