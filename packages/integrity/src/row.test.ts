import { describe, expect, it } from 'vitest'
import { bitFlips, malformed } from '../../vault/vectors/known.ts'
import { rowMac, verifyRow } from './row.ts'
import { newServerSecret, parseServerSecret, serverSecrets } from './server-secret.ts'
import { VaultError } from './vault-error.ts'

const [first, second] = [parseServerSecret(newServerSecret(1)), parseServerSecret(newServerSecret(2))]
const secrets = serverSecrets([first])
const fields = { user_id: 5, role: 'ADMIN', scope: null, active: true, hash: Uint8Array.of(1) }
const mac = rowMac(secrets, { table: 'memberships', id: 12, fields })
const verify = (changed: object) =>
  verifyRow(secrets, { table: 'memberships', id: 12, fields: { ...fields, ...changed } }, mac)

it('verifies in any order of the columns, and with 1 for true', () => {
  const { role, ...rest } = fields
  verifyRow(secrets, { table: 'memberships', id: 12, fields: { ...rest, active: 1, role } }, mac)
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
    expect(() => verifyRow(secrets, { table: 'memberships', id: 12, fields: rest }, mac)).toThrow(VaultError)
    const exchanged = rowMac(secrets, { table: 't', id: 1, fields: { a: 'x', b: 'y' } })
    expect(() => verifyRow(secrets, { table: 't', id: 1, fields: { a: 'y', b: 'x' } }, exchanged)).toThrow(
      VaultError,
    )
    expect(() => verifyRow(secrets, { table: 'members', id: 12, fields }, mac)).toThrow(VaultError)
    expect(() => verifyRow(secrets, { table: 'memberships', id: 13, fields }, mac)).toThrow(VaultError)
    expect(() => verifyRow(secrets, { table: 'memberships', id: '12', fields }, mac)).toThrow(VaultError)
  })

  it('every single-bit flip and every other length of the MAC', () => {
    for (const bad of [...bitFlips(mac), ...malformed(mac)]) {
      expect(() => verifyRow(secrets, { table: 'memberships', id: 12, fields }, bad)).toThrow(VaultError)
    }
  })

  it('a number that is no integer, and a lone surrogate', () => {
    for (const bad of [1.5, Number.NaN, 2 ** 53, '\ud800']) {
      expect(() => rowMac(secrets, { table: 't', id: 1, fields: { bad } })).toThrow(VaultError)
    }
  })
})

it('outlives a rotation while the old secret is in the ring', () => {
  verifyRow(serverSecrets([first, second]), { table: 'memberships', id: 12, fields }, mac)
  expect(() => verifyRow(serverSecrets([second]), { table: 'memberships', id: 12, fields }, mac)).toThrow(
    VaultError,
  )
  const other = serverSecrets([parseServerSecret(newServerSecret(1))])
  expect(() => verifyRow(other, { table: 'memberships', id: 12, fields }, mac)).toThrow(VaultError)
})
