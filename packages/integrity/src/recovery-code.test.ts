import { expect, it } from 'vitest'
import { newRecoveryCode, recoveryCodeMac, verifyRecoveryCode } from './recovery-code.ts'
import { newServerSecret, parseServerSecret, serverSecrets } from './server-secret.ts'
import { VaultError } from './vault-error.ts'

const secrets = serverSecrets([parseServerSecret(newServerSecret(1))])
const at = { user: 7, id: 'abc' }
const code = newRecoveryCode(() => Buffer.from('00443214c74254b635cf', 'hex'))
const mac = recoveryCodeMac(secrets, at, code)

it('has 80 random bits in four groups of four', () => {
  expect(code).toBe('0123-4567-89AB-CDEF')
  expect(newRecoveryCode()).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(newRecoveryCode()).not.toBe(newRecoveryCode())
  expect(() => newRecoveryCode(() => new Uint8Array(9))).toThrow(VaultError)
})

it.each(['0123-4567-89AB-CDEF', 'oi23 4567 89ab cdef', ' OL23‑4567–89ab cdef\n'])(
  'is read as %j',
  (typed) => {
    expect(() => verifyRecoveryCode(secrets, at, { code: typed, mac })).not.toThrow()
  },
)

it.each(['0123-4567-89AB-CDEG', '0123-4567-89AB-CDE', '0123-4567-89AB-CDEFF', '0123-4567-89AB-CDEU', ''])(
  'is not %j',
  (typed) => {
    expect(() => verifyRecoveryCode(secrets, at, { code: typed, mac })).toThrow(VaultError)
  },
)

it('belongs to one user and one row, under a secret of the ring', () => {
  for (const other of [
    { ...at, user: 8 },
    { ...at, id: 'abd' },
  ])
    expect(() => verifyRecoveryCode(secrets, other, { code, mac })).toThrow(VaultError)
  const others = serverSecrets([parseServerSecret(newServerSecret(1))])
  expect(() => verifyRecoveryCode(others, at, { code, mac })).toThrow(VaultError)
})
