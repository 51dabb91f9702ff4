import { lp, u64, utf8 } from '@envhold/integrity/context.ts'
import { importKey, type Key } from '@envhold/integrity/key.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bitFlips, countingRandom, keyOf, malformed, toHex } from '../vectors/known.ts'
import { CA1_OVERHEAD, openCa1, sealCa1 } from './ca1.ts'

const keyFrom = (bytes: Uint8Array) => importKey<Key<'test'>>(Uint8Array.from(bytes))
const key32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const key = keyFrom(keyOf(1))
const context = lp('eh1/environment', u64(1))

it('opens what it sealed, for any key, context and plaintext', () => {
  fc.assert(
    fc.property(
      key32,
      fc.uint8Array({ maxLength: 300 }),
      fc.uint8Array({ maxLength: 5000 }),
      (k, c, plaintext) => {
        const blob = sealCa1(keyFrom(k), c, plaintext)
        expect(blob.length).toBe(plaintext.length + CA1_OVERHEAD)
        expect(toHex(openCa1(keyFrom(k), c, blob))).toBe(toHex(plaintext))
      },
    ),
  )
})

describe('refuses', () => {
  const blob = sealCa1(key, context, utf8('a secret'))

  it('every single-bit flip', () => {
    for (const flipped of bitFlips(blob)) expect(() => openCa1(key, context, flipped)).toThrow(VaultError)
  })

  it('every other length', () => {
    for (const bad of malformed(blob)) expect(() => openCa1(key, context, bad)).toThrow(VaultError)
    for (let length = 0; length < blob.length; length++) {
      expect(() => openCa1(key, context, blob.subarray(0, length))).toThrow(VaultError)
    }
  })

  it('another key or another context', () => {
    fc.assert(
      fc.property(key32, (other) => {
        fc.pre(toHex(other) !== toHex(keyOf(1)))
        expect(() => openCa1(keyFrom(other), context, blob)).toThrow(VaultError)
      }),
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (other) => {
        fc.pre(toHex(other) !== toHex(context))
        expect(() => openCa1(key, other, blob)).toThrow(VaultError)
      }),
    )
  })

  it('reveals nothing else', () => {
    try {
      openCa1(key, context, blob.subarray(1))
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(VaultError)
      expect(Object.entries(error as VaultError)).toEqual([['name', 'VaultError']])
      expect((error as VaultError).message).toBe('The vault rejected the input.')
      expect((error as VaultError).cause).toBeUndefined()
    }
  })
})

describe('the salt', () => {
  const saltOf = (blob: Uint8Array) => toHex(blob.subarray(1, 33))
  const sealStuck = (c: Uint8Array, text: string) => sealCa1(key, c, utf8(text), countingRandom())

  it('differs for two messages even when the random generator repeats itself', () => {
    expect(saltOf(sealStuck(context, 'a'))).not.toBe(saltOf(sealStuck(context, 'b')))
    expect(saltOf(sealStuck(context, 'a'))).not.toBe(saltOf(sealStuck(lp('eh1/row'), 'a')))
    expect(saltOf(sealStuck(context, 'a'))).toBe(saltOf(sealStuck(context, 'a')))
  })

  it('differs for the same message sealed twice', () => {
    expect(saltOf(sealCa1(key, context, utf8('a')))).not.toBe(saltOf(sealCa1(key, context, utf8('a'))))
  })

  it('needs all 32 random bytes', () => {
    expect(() => sealCa1(key, context, utf8('a'), () => new Uint8Array(31))).toThrow(VaultError)
  })
})
