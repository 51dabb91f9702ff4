import { expect, it } from 'vitest'
import { bitFlips, malformed } from '../../vault/vectors/known.ts'
import { sealServerBox } from './server-box.ts'
import { newServerSecret, parseServerSecret, serverSecrets } from './server-secret.ts'
import { newTotpSecret, openTotpSecret, sealTotpSecret, totpSecretKid } from './totp-secret.ts'
import { VaultError } from './vault-error.ts'

const [first, second] = [parseServerSecret(newServerSecret(1)), parseServerSecret(newServerSecret(2))]
const secrets = serverSecrets([first])
const at = { user: 7, factor: 'abc' }
const secret = newTotpSecret()
const sealed = sealTotpSecret(secrets, at, secret)

it('has 20 random bytes, and opens for its user and factor', () => {
  expect(secret).toHaveLength(20)
  expect(newTotpSecret()).not.toEqual(secret)
  expect(Buffer.from(openTotpSecret(secrets, at, sealed))).toEqual(Buffer.from(secret))
  expect(sealed).toHaveLength(50)
  expect(Buffer.from(sealed).includes(Buffer.from(secret))).toBe(false)
})

it('opens for no other user or factor, changed or cut, and as nothing else', () => {
  for (const other of [
    { ...at, user: 8 },
    { ...at, factor: 'abd' },
  ])
    expect(() => openTotpSecret(secrets, other, sealed)).toThrow(VaultError)
  for (const bad of [...bitFlips(sealed), ...malformed(sealed)])
    expect(() => openTotpSecret(secrets, at, bad)).toThrow(VaultError)
  const setting = sealServerBox(secrets, { name: 'abc', updatedAt: 7 }, secret)
  expect(() => openTotpSecret(secrets, at, setting)).toThrow(VaultError)
})

it('has the length of SHA-1', () => {
  expect(() => sealTotpSecret(secrets, at, new Uint8Array(19))).toThrow(VaultError)
  expect(() => newTotpSecret(() => new Uint8Array(19))).toThrow(VaultError)
})

it('outlives a rotation of the server secret', () => {
  const both = serverSecrets([first, second])
  expect(Buffer.from(openTotpSecret(both, at, sealed))).toEqual(Buffer.from(secret))
  expect([totpSecretKid(sealed), totpSecretKid(sealTotpSecret(both, at, secret))]).toEqual([1, 2])
})
