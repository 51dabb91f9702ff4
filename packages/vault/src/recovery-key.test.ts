import { keyBytes } from '@envhold/integrity/key.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bitFlips, keyOf, malformed, swaps, toHex } from '../vectors/known.ts'
import { keyPairFromSeed, newSeed } from './key-pair.ts'
import { newRecoveryKey, openWithRecoveryKey, parseRecoveryKey, sealForRecovery } from './recovery-key.ts'

const seed = newSeed()
const at = { user: 5, keyVersion: 1, publicKey: keyPairFromSeed(seed).publicKey }
const text = newRecoveryKey()
const recoveryKey = parseRecoveryKey(text)

describe('the text', () => {
  it('is 11 groups of five', () => {
    expect(text).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){10}[0-9A-HJKMNP-TV-Z]{5}$/)
  })

  it('encodes the key, whatever its bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (key) => {
        expect(toHex(keyBytes(parseRecoveryKey(newRecoveryKey(() => key))))).toBe(toHex(key))
      }),
    )
  })

  it.each([
    ['in small letters', text.toLowerCase()],
    ['without hyphens', text.replaceAll('-', '')],
    ['with spaces and line breaks', ` ${text.replaceAll('-', ' \n')}\t`],
    ['with dashes', text.replaceAll('-', '–')],
    ['with o for 0', text.replaceAll('0', 'o')],
    ['with O for 0 and I for 1', text.replaceAll('0', 'O').replaceAll('1', 'I')],
    ['with l for 1', text.replaceAll('1', 'l')],
  ])('is read %s', (_, typed) => {
    expect(parseRecoveryKey(typed).equals(recoveryKey)).toBe(true)
  })

  it.each([
    ['empty', ''],
    ['with a character too few', text.slice(0, -1)],
    ['with a character too many', `${text}0`],
    ['with U', text.replace(/^./, 'U')],
    ['with a sign', text.replace(/^./, '*')],
    ['with a letter that becomes two in upper case', `ß${text.slice(1)}`],
  ])('is rejected %s', (_, bad) => {
    expect(() => parseRecoveryKey(bad)).toThrow(VaultError)
  })

  it('is rejected with any one character changed', () => {
    const plain = newRecoveryKey(() => keyOf(0x4e)).replaceAll('-', '')
    for (let i = 0; i < plain.length; i++) {
      for (const character of '0123456789ABCDEFGHJKMNPQRSTVWXYZ') {
        const changed = plain.slice(0, i) + character + plain.slice(i + 1)
        if (changed === plain) continue
        expect(() => parseRecoveryKey(changed)).toThrow(VaultError)
      }
    }
  })
})

describe('the sealed seed', () => {
  const blob = sealForRecovery({ ...at, seed }, recoveryKey)

  it('comes back', () => {
    expect(blob.length).toBe(113)
    expect(openWithRecoveryKey(at, recoveryKey, blob).equals(seed)).toBe(true)
  })

  it('rejects every single-bit flip, other length, user, version, public key and recovery key', () => {
    for (const bad of [...bitFlips(blob), ...malformed(blob)]) {
      expect(() => openWithRecoveryKey(at, recoveryKey, bad)).toThrow(VaultError)
    }
    const others = { user: [4], keyVersion: [2], publicKey: [keyPairFromSeed(newSeed()).publicKey] }
    for (const other of swaps(at, others)) {
      expect(() => openWithRecoveryKey(other, recoveryKey, blob)).toThrow(VaultError)
    }
    expect(() => openWithRecoveryKey(at, parseRecoveryKey(newRecoveryKey()), blob)).toThrow(VaultError)
  })
})
