import { crc32 as zlibCrc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHex } from '../../vault/vectors/known.ts'
import { checksum, crc32, decodeBase62, encodeBase62 } from './base62.ts'
import { sameBytes } from './bytes.ts'
import { keyBytes } from './key.ts'
import {
  matchesAuthHash,
  newToken,
  parseToken,
  type TokenPrefix,
  tokenAuthHash,
  tokenPreview,
  tokenSeed,
} from './token.ts'
import { VaultError } from './vault-error.ts'

const prefixes: TokenPrefix[] = ['pak', 'ppt', 'inv', 'ses', 'eml']
const retag = (body: string) => body + checksum(body)

describe.each(prefixes)('a token %s', (prefix) => {
  const token = newToken(prefix)

  it('is 67 characters of its shape', () => {
    expect(token.text).toMatch(new RegExp(`^${prefix}_[0-9A-Za-z]{13}_[0-9A-Za-z]{49}$`))
    expect(token.text).toHaveLength(67)
    expect(token.text.split('_')[1]).toBe(token.id)
  })

  it('parses as what was created', () => {
    const parsed = parseToken(token.text, prefix)
    expect(parsed).toMatchObject({ prefix, id: token.id })
    expect(sameBytes(tokenAuthHash(parsed), token.authHash)).toBe(true)
  })

  it('matches its own hash, and neither another one nor none', () => {
    const parsed = parseToken(token.text, prefix)
    expect(matchesAuthHash(parsed, token.authHash)).toBe(true)
    expect(matchesAuthHash(parsed, newToken(prefix).authHash)).toBe(false)
    expect(matchesAuthHash(parsed, undefined)).toBe(false)
  })

  it('has a key pair, unless it only authenticates', () => {
    const parsed = parseToken(token.text)
    if (prefix === 'ses' || prefix === 'eml') {
      expect(token.seed).toBeNull()
      expect(() => tokenSeed(parsed)).toThrow(VaultError)
    } else {
      expect(tokenSeed(parsed).equals(token.seed as never)).toBe(true)
    }
  })

  it('is rejected where another kind is expected', () => {
    for (const other of prefixes.filter((p) => p !== prefix)) {
      expect(() => parseToken(token.text, other)).toThrow(VaultError)
    }
  })

  it('is rejected with any one character changed, added or missing', () => {
    for (let i = 0; i < token.text.length; i++) {
      const [before, after] = [token.text.slice(0, i), token.text.slice(i + 1)]
      for (const character of ['0', 'z', '_', 'ä', ' ']) {
        if (character === token.text[i]) continue
        expect(() => parseToken(before + character + after)).toThrow(VaultError)
        expect(() => parseToken(before + character + token.text.slice(i))).toThrow(VaultError)
      }
      expect(() => parseToken(before + after)).toThrow(VaultError)
    }
    for (const bad of ['', ` ${token.text}`, `${token.text}\n`, token.text.toUpperCase()]) {
      expect(() => parseToken(bad)).toThrow(VaultError)
    }
  })
})

it('distinguishes two tokens', () => {
  const [a, b] = [newToken('pak'), newToken('pak')]
  expect(a.id).not.toBe(b.id)
  expect(sameBytes(a.authHash, b.authHash)).toBe(false)
  expect(a.seed.equals(b.seed)).toBe(false)
})

it('separates what it shows from what it seals with', () => {
  const token = parseToken(newToken('pak').text)
  const texts = [tokenAuthHash(token), keyBytes(tokenSeed(token)), keyBytes(token.secret)].map(toHex)
  expect(new Set(texts).size).toBe(3)
})

it('rejects a number above 256 bits, even with a correct checksum', () => {
  const largest = encodeBase62(new Uint8Array(32).fill(255), 43)
  expect(parseToken(retag(`pak_${'0'.repeat(13)}_${largest}`)).id).toBe('0'.repeat(13))
  expect(() => parseToken(retag(`pak_${'0'.repeat(13)}_${'z'.repeat(43)}`))).toThrow(VaultError)
})

it('rejects an unknown prefix, even with a correct checksum', () => {
  expect(() => parseToken(retag(newToken('pak').text.slice(0, -6).replace('pak', 'pat')))).toThrow(VaultError)
})

it('shows the beginning of its id and the end of its checksum', () => {
  expect(tokenPreview('pak_Ab3dEfGhIjKlM_0123456789012345678901234567890123456789012aaax9Zq')).toBe(
    'pak_Ab3d…x9Zq',
  )
})

it('compares bytes', () => {
  expect(sameBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true)
  expect(sameBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false)
  expect(sameBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2, 0))).toBe(false)
})

describe('base62', () => {
  it('gives back any 32 bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        expect(toHex(decodeBase62(encodeBase62(bytes, 43), 32))).toBe(toHex(bytes))
      }),
    )
  })

  it('counts digits, capitals, small letters', () => {
    expect(encodeBase62(Uint8Array.of(61), 2)).toBe('0z')
    expect(encodeBase62(Uint8Array.of(62), 2)).toBe('10')
    expect(encodeBase62(Uint8Array.of(10), 1)).toBe('A')
  })

  it('rejects what does not fit, and other characters', () => {
    expect(() => encodeBase62(Uint8Array.of(255), 1)).toThrow(VaultError)
    expect(() => decodeBase62('48', 1)).toThrow(VaultError)
    expect(() => decodeBase62('-', 1)).toThrow(VaultError)
  })
})

it('sums as CRC-32 does', () => {
  expect(crc32('123456789')).toBe(0xcbf43926)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
      expect(crc32(text)).toBe(zlibCrc32(text))
    }),
  )
})
