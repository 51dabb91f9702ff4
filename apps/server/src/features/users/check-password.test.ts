import { hashPassword } from '@envhold/integrity/argon2.ts'
import { expect, test } from 'vitest'
import { checkPassword } from './check-password.ts'
import type { User } from './user-store.ts'

const userWith = (password_hash: string) => ({ id: 1, password_hash }) as User

test('returns the user for the right password only', async () => {
  const user = userWith(await hashPassword('right'))
  expect(await checkPassword(user, 'right')).toBe(user)
  expect(await checkPassword(user, 'wrong')).toBeUndefined()
})

test('no password opens an unknown account or one without a password', async () => {
  expect(await checkPassword(undefined, 'any')).toBeUndefined()
  expect(await checkPassword(userWith(''), 'any')).toBeUndefined()
  expect(await checkPassword(userWith(''), ' ')).toBeUndefined()
})
