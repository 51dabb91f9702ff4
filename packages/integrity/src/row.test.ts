import { describe, expect, it } from 'vitest'
import { bitFlips, misshapen } from '../../vault/vectors/known.ts'
import { rowMac, verifyRow } from './row.ts'
import { newServerSecret, parseServerSecret, serverSecrets } from './server-secret.ts'
import { VaultError } from './vault-error.ts'

const [first, second] = [parseServerSecret(newServerSecret(1)), parseServerSecret(newServerSecret(2))]
const secrets = serverSecrets([first])
const fields = { user_id: 5, role: 'ADMIN', scope: null, active: true, hash: Uint8Array.of(1) }
const mac = rowMac(secrets, 'memberships', 12, fields)
const verify = (changed: object) => verifyRow(secrets, 'memberships', 12, { ...fields, ...changed }, mac)

it('verifies whatever the order of the columns, and with 1 for true', () => {
  const { role, ...rest } = fields
  verifyRow(secrets, 'memberships', 12, { ...rest, active: 1, role }, mac)
})

describe('refuses', () => {
  it.each([
    { user_id: 6 },
    { user_id: '5' },
    { user_id: -5 },
    { role: 'OWNER' },
    { role: null },
    { scope: '' },
    { scope: 0 },
    { scope: Uint8Array.of() },
    { active: false },
    { hash: Uint8Array.of(2) },
    { hash: '\u0001' },
    { extra: null },
  ])('%o', (changed) => {
    expect(() => verify(changed)).toThrow(VaultError)
  })

  it('a missing column, exchanged columns, another table or id', () => {
    const { scope, ...rest } = fields
    expect(scope).toBeNull()
    expect(() => verifyRow(secrets, 'memberships', 12, rest, mac)).toThrow(VaultError)
    const exchanged = rowMac(secrets, 't', 1, { a: 'x', b: 'y' })
    expect(() => verifyRow(secrets, 't', 1, { a: 'y', b: 'x' }, exchanged)).toThrow(VaultError)
    expect(() => verifyRow(secrets, 'members', 12, fields, mac)).toThrow(VaultError)
    expect(() => verifyRow(secrets, 'memberships', 13, fields, mac)).toThrow(VaultError)
    expect(() => verifyRow(secrets, 'memberships', '12', fields, mac)).toThrow(VaultError)
  })

  it('every single-bit flip and every other length of the MAC', () => {
    for (const bad of [...bitFlips(mac), ...misshapen(mac)]) {
      expect(() => verifyRow(secrets, 'memberships', 12, fields, bad)).toThrow(VaultError)
    }
  })

  it('a number that is no integer, and a lone surrogate', () => {
    for (const bad of [1.5, Number.NaN, 2 ** 53, '\ud800']) {
      expect(() => rowMac(secrets, 't', 1, { bad })).toThrow(VaultError)
    }
  })
})

it('outlives a rotation while the old secret is in the ring', () => {
  verifyRow(serverSecrets([first, second]), 'memberships', 12, fields, mac)
  expect(() => verifyRow(serverSecrets([second]), 'memberships', 12, fields, mac)).toThrow(VaultError)
  const other = serverSecrets([parseServerSecret(newServerSecret(1))])
  expect(() => verifyRow(other, 'memberships', 12, fields, mac)).toThrow(VaultError)
})
