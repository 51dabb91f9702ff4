import { describe, expect, it } from 'vitest'
import { bitFlips, misshapen } from '../../vault/vectors/known.ts'
import { auditMac, verifyAudit } from './audit.ts'
import { utf8 } from './context.ts'
import { newServerSecret, parseServerSecret, serverSecrets } from './server-secret.ts'
import { VaultError } from './vault-error.ts'

const secrets = serverSecrets([parseServerSecret(newServerSecret())])
const entry = utf8('signed in')
const first = auditMac(secrets, 'activity', 1, null, entry)
const second = auditMac(secrets, 'activity', 2, first, entry)

it('verifies a chain', () => {
  verifyAudit(secrets, 'activity', 1, null, entry, first)
  verifyAudit(secrets, 'activity', 2, first, entry, second)
})

describe('refuses', () => {
  it('another entry, place, chain or predecessor', () => {
    expect(() => verifyAudit(secrets, 'activity', 2, first, utf8('signed out'), second)).toThrow(VaultError)
    expect(() => verifyAudit(secrets, 'activity', 3, first, entry, second)).toThrow(VaultError)
    expect(() => verifyAudit(secrets, 'usage', 2, first, entry, second)).toThrow(VaultError)
    expect(() => verifyAudit(secrets, 'activity', 2, null, entry, second)).toThrow(VaultError)
    expect(() => verifyAudit(secrets, 'activity', 2, second, entry, second)).toThrow(VaultError)
  })

  it('every single-bit flip and other length of the MAC, and another secret', () => {
    for (const bad of [...bitFlips(second), ...misshapen(second)]) {
      expect(() => verifyAudit(secrets, 'activity', 2, first, entry, bad)).toThrow(VaultError)
    }
    const other = serverSecrets([parseServerSecret(newServerSecret())])
    expect(() => verifyAudit(other, 'activity', 2, first, entry, second)).toThrow(VaultError)
  })
})
