import { expect, test } from 'vitest'
import { describeSignIn } from './start-signed-in.ts'

test.each([
  ['password', undefined, 'with the password'],
  ['oidc', undefined, 'at the identity provider'],
  ['passkey', undefined, 'with a passkey'],
  ['totp', 'password', 'with the password, then with a code of the authenticator app'],
  ['recovery-code', 'password', 'with the password, then with a recovery code'],
  ['passkey', 'oidc', 'at the identity provider, then with a passkey'],
] as const)('%s after %s', (method, first, text) => {
  expect(describeSignIn({ method, first })).toBe(text)
})
