import { newToken } from '@envhold/integrity/token.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import { describe, expect, it } from 'vitest'
import { bitFlips, malformed } from '../vectors/known.ts'
import { cacheKey, openCachedResponse, sealCachedResponse } from './cached-response-cipher.ts'
import { newProcessKey } from './unlock-seal.ts'

const processKey = newProcessKey()
const apiKey = newToken('pak').text
const question = '[1,"production"]'
const key = cacheKey(processKey, apiKey, question)
const others = [
  ['another question', cacheKey(processKey, apiKey, '[1,"staging"]')],
  ['another API key', cacheKey(processKey, newToken('pak').text, question)],
  ['a byte moved from one to the other', cacheKey(processKey, `${apiKey}[`, question.slice(1))],
  ['another process', cacheKey(newProcessKey(), apiKey, question)],
] as const

describe('slot and key', () => {
  it('are the same for the same question', () => {
    const again = cacheKey(processKey, apiKey, question)
    expect(again.slot).toBe(key.slot)
    expect(again.key().equals(key.key())).toBe(true)
  })

  it.each(others)('differ with %s', (_, other) => {
    expect(other.slot).not.toBe(key.slot)
    expect(other.key().equals(key.key())).toBe(false)
  })

  it('reveal nothing about each other', () => {
    expect(key.slot).toMatch(/^[0-9a-f]{64}$/)
    expect(key.key().export().toString('hex')).not.toBe(key.slot)
  })
})

describe('an answer', () => {
  const answer = Buffer.from('{}\nA=1\n')
  const sealed = sealCachedResponse(key, answer)

  it('comes back', () => {
    expect(openCachedResponse(key, sealed)).toEqual(answer)
    expect(openCachedResponse(key, sealCachedResponse(key, new Uint8Array(0)))).toEqual(Buffer.alloc(0))
  })

  it('is sealed under another nonce each time', () => {
    expect(sealCachedResponse(key, answer)).not.toEqual(sealed)
  })

  it('is rejected with a bit flipped, or another length', () => {
    for (const bad of [...bitFlips(sealed), ...malformed(sealed)])
      expect(() => openCachedResponse(key, bad)).toThrow(VaultError)
  })

  it.each(others)('is rejected with %s', (_, other) => {
    expect(() => openCachedResponse(other, sealed)).toThrow(VaultError)
  })
})
