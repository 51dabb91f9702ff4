import { newToken, parseToken } from '@envhold/integrity/token.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import { describe, expect, it } from 'vitest'
import { bitFlips, malformed, swaps } from '../vectors/known.ts'
import { keyId, newEnvironmentKey } from './environment.ts'
import { newSeed } from './key-pair.ts'
import {
  newProcessKey,
  openUnlockedEnvironment,
  openUnlockedSeed,
  sealUnlockedEnvironment,
  sealUnlockedSeed,
  unlockCacheKey,
} from './unlock-seal.ts'

const processKey = newProcessKey()
const session = parseToken(newToken('ses').text)
const unlocked = unlockCacheKey(processKey, session, 'pässword')

describe('slot and key', () => {
  it('are the same for the same token and password', () => {
    const again = unlockCacheKey(processKey, session, 'pässword'.normalize('NFD'))
    expect(again.slot).toBe(unlocked.slot)
    expect(again.key.equals(unlocked.key)).toBe(true)
  })

  it.each([
    ['another password', unlockCacheKey(processKey, session, 'password')],
    ['an empty password', unlockCacheKey(processKey, session, '')],
    ['no password', unlockCacheKey(processKey, session)],
    ['another session', unlockCacheKey(processKey, parseToken(newToken('ses').text), 'pässword')],
    ['another process', unlockCacheKey(newProcessKey(), session, 'pässword')],
  ])('differ with %s', (_, other) => {
    expect(other.slot).not.toBe(unlocked.slot)
    expect(other.key.equals(unlocked.key)).toBe(false)
  })

  it('reveal nothing about each other', () => {
    expect(unlocked.slot).toMatch(/^[0-9a-f]{64}$/)
    expect(unlocked.key.export().toString('hex')).not.toBe(unlocked.slot)
  })

  it('cannot be derived from a malformed password', () => {
    expect(() => unlockCacheKey(processKey, session, '\ud800')).toThrow(VaultError)
  })
})

const stranger = unlockCacheKey(processKey, session, 'password')

describe('an unlocked seed', () => {
  const at = { user: 5, keyVersion: 1 }
  const seed = newSeed()
  const blob = sealUnlockedSeed(unlocked, at, seed)

  it('comes back', () => {
    expect(openUnlockedSeed(unlocked, at, blob).equals(seed)).toBe(true)
  })

  it('is rejected with a bit flipped, another length, user, key version or key', () => {
    for (const bad of [...bitFlips(blob), ...malformed(blob)]) {
      expect(() => openUnlockedSeed(unlocked, at, bad)).toThrow(VaultError)
    }
    for (const other of swaps(at, { user: [4], keyVersion: [2] })) {
      expect(() => openUnlockedSeed(unlocked, other, blob)).toThrow(VaultError)
    }
    expect(() => openUnlockedSeed(stranger, at, blob)).toThrow(VaultError)
  })
})

describe('an unlocked environment', () => {
  const dek = newEnvironmentKey()
  const at = { project: 1, environment: 2, epoch: 3, keyId: keyId(dek) }
  const blob = sealUnlockedEnvironment(unlocked, at, dek)

  it('occupies no more memory than its bytes', () => {
    expect(blob.buffer.byteLength).toBe(blob.length)
  })

  it('comes back', () => {
    expect(openUnlockedEnvironment(unlocked, at, blob).equals(dek)).toBe(true)
  })

  it('is rejected with a bit flipped, another length, location, key id or key', () => {
    for (const bad of [...bitFlips(blob), ...malformed(blob)]) {
      expect(() => openUnlockedEnvironment(unlocked, at, bad)).toThrow(VaultError)
    }
    const others = { project: [2], environment: [3], epoch: [4], keyId: [keyId(newEnvironmentKey())] }
    for (const other of swaps(at, others)) {
      expect(() => openUnlockedEnvironment(unlocked, other, blob)).toThrow(VaultError)
    }
    expect(() => openUnlockedEnvironment(stranger, at, blob)).toThrow(VaultError)
  })
})
