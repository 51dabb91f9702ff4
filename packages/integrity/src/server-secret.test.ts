import { describe, expect, it } from 'vitest'
import { keyOf } from '../../vault/vectors/known.ts'
import {
  newServerSecret,
  parseServerSecret,
  parseServerSecrets,
  serverKeys,
  serverSecrets,
} from './server-secret.ts'
import { VaultError } from './vault-error.ts'

const [one, two] = [newServerSecret(1), newServerSecret(2)]

describe('the text', () => {
  it('holds kid and secret', () => {
    const { kid, secret } = parseServerSecret(newServerSecret(255, () => keyOf(9)))
    expect(kid).toBe(255)
    expect(secret.export()).toEqual(Buffer.alloc(32, 9))
  })

  it.each([
    ['empty', ''],
    ['another prefix', one.replace('ehs', 'pak')],
    ['another kid', one.replace('ehs_1_', 'ehs_2_')],
    ['a trailing byte', `${one}\n`],
    ['a missing byte', one.slice(0, -1)],
  ])('is rejected: %s', (_, text) => {
    expect(() => parseServerSecret(text)).toThrow(VaultError)
  })

  it.each([0, 256, -1, 1.5])('has no kid %s', (kid) => {
    expect(() => newServerSecret(kid)).toThrow(VaultError)
  })
})

describe('a ring', () => {
  it('seals with the newest secret, in any order', () => {
    for (const text of [`${one},${two}`, ` ${two}\n${one}\n`]) {
      const secrets = serverSecrets(parseServerSecrets(text))
      expect(secrets.newest).toBe(2)
      expect(secrets.fingerprint).toBe(serverSecrets(parseServerSecrets(two)).fingerprint)
    }
  })

  it('identifies a secret by its fingerprint', () => {
    const fingerprints = [one, two].map((text) => serverSecrets([parseServerSecret(text)]).fingerprint)
    expect(fingerprints[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(fingerprints[0]).not.toBe(fingerprints[1])
  })

  it('has a separate key for each use', () => {
    const { fingerprint: _, ...all } = serverKeys(serverSecrets([parseServerSecret(one)]), 1)
    const keys = Object.values(all).map((key) => key.export().toString('hex'))
    expect(keys.length).toBeGreaterThan(8)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('rejects an empty ring, a repeated kid and an unknown kid', () => {
    expect(() => serverSecrets([])).toThrow(VaultError)
    expect(() => serverSecrets(parseServerSecrets(`${one} ${newServerSecret(1)}`))).toThrow(VaultError)
    expect(() => serverKeys(serverSecrets([parseServerSecret(one)]), 2)).toThrow(VaultError)
    expect(() => parseServerSecrets(`${one},nonsense`)).toThrow(VaultError)
  })
})
