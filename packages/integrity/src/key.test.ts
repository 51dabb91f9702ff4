import { inspect } from 'node:util'
import { keyPairFromSeed, newSeed } from '@envhold/vault/key-pair.ts'
import { newProcessKey, unlockCacheKey } from '@envhold/vault/unlock-seal.ts'
import { describe, expect, it } from 'vitest'
import { keyOf } from '../../vault/vectors/known.ts'
import { type EnvironmentKey, importKey, keyBytes, newKey } from './key.ts'
import { newServerSecret, parseServerSecret, serverSecrets } from './server-secret.ts'
import { newToken, parseToken } from './token.ts'
import { VaultError } from './vault-error.ts'

it('imports 32 bytes and wipes their source', () => {
  const bytes = keyOf(7)
  const key = importKey<EnvironmentKey>(bytes)
  expect(Buffer.from(bytes)).toEqual(Buffer.alloc(32))
  expect(keyBytes(key)).toEqual(Buffer.alloc(32, 7))
})

it.each([0, 16, 31, 33, 64])('refuses %i bytes', (length) => {
  expect(() => importKey(new Uint8Array(length))).toThrow(VaultError)
  expect(() => newKey(() => new Uint8Array(length))).toThrow(VaultError)
})

describe('shows no byte of a secret, printed or serialised:', () => {
  const seven = () => keyOf(7)
  const token = parseToken(newToken('pak', (size) => new Uint8Array(size).fill(7)).text)
  const secret = parseServerSecret(newServerSecret(1, seven))
  it.each([
    ['a key', newKey(seven)],
    ['a token', token],
    ['a server secret', secret],
    ['a ring', serverSecrets([secret])],
    ['an unlock key', unlockCacheKey(newProcessKey(seven), token).key],
  ])('%s', (_, value) => {
    for (const text of [inspect(value, { depth: 9, showHidden: true }), JSON.stringify(value), `${value}`]) {
      expect(text).not.toMatch(/0707|7, ?7|BwcHBw/)
    }
  })

  it('a key pair, but for its public half', () => {
    const { publicKey, ...rest } = keyPairFromSeed(newSeed(seven))
    expect(JSON.stringify(rest)).toBe('{"mlKem":{},"x25519":{}}')
    expect(inspect(rest, { depth: 9 })).not.toMatch(/Buffer|Uint8Array/)
    expect(publicKey.length).toBe(1216)
  })
})
