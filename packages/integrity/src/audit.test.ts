import { describe, expect, it } from 'vitest'
import { bitFlips, malformed } from '../../vault/vectors/known.ts'
import { auditMac, verifyAudit } from './audit.ts'
import { utf8 } from './context.ts'
import { newServerSecret, parseServerSecret, serverSecrets } from './server-secret.ts'
import { VaultError } from './vault-error.ts'

const secrets = serverSecrets([parseServerSecret(newServerSecret())])
const entry = utf8('signed in')
const first = auditMac(secrets, { chain: 'activity', sequence: 1, previousMac: null, entry })
const second = auditMac(secrets, { chain: 'activity', sequence: 2, previousMac: first, entry })

it('verifies a chain', () => {
  verifyAudit(secrets, { chain: 'activity', sequence: 1, previousMac: null, entry }, first)
  verifyAudit(secrets, { chain: 'activity', sequence: 2, previousMac: first, entry }, second)
})

describe('refuses', () => {
  it('another entry, place, chain or predecessor', () => {
    expect(() =>
      verifyAudit(
        secrets,
        { chain: 'activity', sequence: 2, previousMac: first, entry: utf8('signed out') },
        second,
      ),
    ).toThrow(VaultError)
    expect(() =>
      verifyAudit(secrets, { chain: 'activity', sequence: 3, previousMac: first, entry }, second),
    ).toThrow(VaultError)
    expect(() =>
      verifyAudit(secrets, { chain: 'usage', sequence: 2, previousMac: first, entry }, second),
    ).toThrow(VaultError)
    expect(() =>
      verifyAudit(secrets, { chain: 'activity', sequence: 2, previousMac: null, entry }, second),
    ).toThrow(VaultError)
    expect(() =>
      verifyAudit(secrets, { chain: 'activity', sequence: 2, previousMac: second, entry }, second),
    ).toThrow(VaultError)
  })

  it('every single-bit flip and other length of the MAC, and another secret', () => {
    for (const bad of [...bitFlips(second), ...malformed(second)]) {
      expect(() =>
        verifyAudit(secrets, { chain: 'activity', sequence: 2, previousMac: first, entry }, bad),
      ).toThrow(VaultError)
    }
    const other = serverSecrets([parseServerSecret(newServerSecret())])
    expect(() =>
      verifyAudit(other, { chain: 'activity', sequence: 2, previousMac: first, entry }, second),
    ).toThrow(VaultError)
  })
})
