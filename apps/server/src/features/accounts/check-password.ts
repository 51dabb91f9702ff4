import { dummyHash, verifyPassword } from '@envhold/vault/password-hash.ts'
import type { Gate } from './argon-gate.ts'
import type { User } from './user-store.ts'

/**
 * The user, if the password is the user's. For nobody the same work is done, so that the time does not tell whether
 * an account exists.
 * @throws AppError UNAVAILABLE
 */
export async function checkPassword(
  gate: Gate,
  user: User | undefined,
  password: string,
): Promise<User | undefined> {
  const isRight = await gate.pass(() => verifyPassword(password, user?.password_hash ?? dummyHash))
  return isRight ? user : undefined
}
