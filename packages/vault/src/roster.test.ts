import { VaultError } from '@envhold/integrity/vault-error.ts'
import { describe, expect, it } from 'vitest'
import { bitFlips, keyOf, malformed } from '../vectors/known.ts'
import { keyId, newEnvironmentKey } from './environment.ts'
import { linkMac, type Roster, rosterBytes, rosterMac, verifyLink, verifyRoster } from './roster.ts'

const dek = newEnvironmentKey()
const owner = { principal: { kind: 'user', id: 1 }, publicKeyHash: keyOf(1) } as const
const apiKey = { principal: { kind: 'api-key', id: 'k' }, publicKeyHash: keyOf(2) } as const
const roster: Roster = [owner, apiKey]
const changed: Record<string, Roster> = {
  'one more': [owner, apiKey, { principal: { kind: 'user', id: 2 }, publicKeyHash: keyOf(3) }],
  'one fewer': [owner],
  nobody: [],
  'another public key': [{ ...owner, publicKeyHash: keyOf(9) }, apiKey],
  'another id': [{ ...owner, principal: { kind: 'user', id: 3 } }, apiKey],
  'another kind': [owner, { ...apiKey, principal: { kind: 'invitation', id: 'k' } }],
  'exchanged keys': [
    { ...owner, publicKeyHash: apiKey.publicKeyHash },
    { ...apiKey, publicKeyHash: owner.publicKeyHash },
  ],
}

describe('a roster', () => {
  const mac = rosterMac(dek, { environment: 2, epoch: 3 }, roster)

  it('is the same in any order', () => {
    verifyRoster(dek, { environment: 2, epoch: 3 }, [apiKey, owner], mac)
    expect(rosterBytes([apiKey, owner])).toEqual(rosterBytes(roster))
  })

  it.each(Object.entries(changed))('is refused with %s', (_, other) => {
    expect(() => verifyRoster(dek, { environment: 2, epoch: 3 }, other, mac)).toThrow(VaultError)
  })

  it('is refused for another environment, epoch, key or MAC', () => {
    expect(() => verifyRoster(dek, { environment: 1, epoch: 3 }, roster, mac)).toThrow(VaultError)
    expect(() => verifyRoster(dek, { environment: 2, epoch: 4 }, roster, mac)).toThrow(VaultError)
    expect(() => verifyRoster(newEnvironmentKey(), { environment: 2, epoch: 3 }, roster, mac)).toThrow(
      VaultError,
    )
    for (const bad of [...bitFlips(mac), ...malformed(mac)]) {
      expect(() => verifyRoster(dek, { environment: 2, epoch: 3 }, roster, bad)).toThrow(VaultError)
    }
  })

  it('lists nobody twice, and only whole hashes', () => {
    expect(() =>
      rosterMac(dek, { environment: 2, epoch: 3 }, [owner, apiKey, { ...owner, publicKeyHash: keyOf(5) }]),
    ).toThrow(VaultError)
    expect(() =>
      rosterMac(dek, { environment: 2, epoch: 3 }, [{ ...owner, publicKeyHash: new Uint8Array(31) }]),
    ).toThrow(VaultError)
  })
})

describe('a link', () => {
  const next = keyId(newEnvironmentKey())
  const mac = linkMac(dek, { environment: 2, epoch: 4, keyId: next }, roster)

  it('verifies', () => {
    verifyLink(dek, { environment: 2, epoch: 4, keyId: next }, [apiKey, owner], mac)
  })

  it.each(Object.entries(changed))('is refused with a roster of %s', (_, other) => {
    expect(() => verifyLink(dek, { environment: 2, epoch: 4, keyId: next }, other, mac)).toThrow(VaultError)
  })

  it('is refused for another environment, epoch, new key, old key or MAC', () => {
    expect(() => verifyLink(dek, { environment: 1, epoch: 4, keyId: next }, roster, mac)).toThrow(VaultError)
    expect(() => verifyLink(dek, { environment: 2, epoch: 5, keyId: next }, roster, mac)).toThrow(VaultError)
    expect(() =>
      verifyLink(dek, { environment: 2, epoch: 4, keyId: keyId(newEnvironmentKey()) }, roster, mac),
    ).toThrow(VaultError)
    expect(() =>
      verifyLink(newEnvironmentKey(), { environment: 2, epoch: 4, keyId: next }, roster, mac),
    ).toThrow(VaultError)
    for (const bad of [...bitFlips(mac), ...malformed(mac)]) {
      expect(() => verifyLink(dek, { environment: 2, epoch: 4, keyId: next }, roster, bad)).toThrow(
        VaultError,
      )
    }
  })
})
