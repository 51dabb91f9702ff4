import { describe, expect, it } from 'vitest'
import { bitFlips, malformed } from '../../vault/vectors/known.ts'
import { utf8 } from './context.ts'
import { boxKid, openServerBox, sealServerBox } from './server-cipher.ts'
import { newServerSecret, parseServerSecret, serverSecrets } from './server-secret.ts'
import { VaultError } from './vault-error.ts'

const [first, second] = [parseServerSecret(newServerSecret(1)), parseServerSecret(newServerSecret(2))]
const secrets = serverSecrets([first])
const at = { name: 'stripe', updatedAt: 1_700_000_000_000 }
const text = '{"apiKey":"sk_test_1"}'
const box = sealServerBox(secrets, at, utf8(text))

it('opens for its row, and shows nothing', () => {
  expect(openServerBox(secrets, at, box).toString()).toBe(text)
  expect(Buffer.from(box).includes('sk_test_1')).toBe(false)
  expect(sealServerBox(secrets, at, utf8(text))).not.toEqual(box)
})

describe('rejects', () => {
  it('another name or time', () => {
    for (const other of [
      { ...at, name: 'dodo' },
      { ...at, name: '' },
      { ...at, updatedAt: at.updatedAt + 1 },
    ])
      expect(() => openServerBox(secrets, other, box)).toThrow(VaultError)
  })

  it('every single-bit flip and other length, and another secret', () => {
    for (const bad of [...bitFlips(box), ...malformed(box)])
      expect(() => openServerBox(secrets, at, bad)).toThrow(VaultError)
    const other = serverSecrets([parseServerSecret(newServerSecret(1))])
    expect(() => openServerBox(other, at, box)).toThrow(VaultError)
  })

  it('a nonce of another length', () => {
    expect(() => sealServerBox(secrets, at, utf8(text), () => new Uint8Array(11))).toThrow(VaultError)
  })
})

it('outlives a rotation while the old secret is in the ring, and is sealed under the newest', () => {
  const both = serverSecrets([first, second])
  expect(openServerBox(both, at, box).toString()).toBe(text)
  const again = sealServerBox(both, at, openServerBox(both, at, box))
  expect([boxKid(box), boxKid(again)]).toEqual([1, 2])
  expect(openServerBox(serverSecrets([second]), at, again).toString()).toBe(text)
  expect(() => openServerBox(serverSecrets([second]), at, box)).toThrow(VaultError)
})
