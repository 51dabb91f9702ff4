import { keyBytes } from '@envhold/integrity/key.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import { Aes256Gcm, CipherSuite, HkdfSha256 } from '@hpke/core'
import { XWing } from '@hpke/hybridkem-x-wing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hex, malformed, toHex } from '../vectors/known.ts'
import { keySchedule, openHpke, sealHpke } from './hpke.ts'
import { keyPairFromSeed, newSeed } from './key-pair.ts'

const bytes = fc.uint8Array({ maxLength: 100 })

it('schedules keys as RFC 9180 A.2.1 does', () => {
  const suite = Buffer.from('HPKE\x00\x20\x00\x01\x00\x03', 'latin1')
  const sharedSecret = hex('0bbe78490412b4bbea4812666f7916932b828bba79942424abb65244930d69a7')
  const { key, nonce } = keySchedule(sharedSecret, hex('4f6465206f6e2061204772656369616e2055726e'), suite)
  expect(toHex(key)).toBe('ad2744de8e17f4ebba575b3f5f5a8fa1f69c2a07f6e7500bc60ca6e3e3ec1c91')
  expect(toHex(nonce)).toBe('5c4d98150661b848853b547f')
})

describe('against @hpke/core', () => {
  const kem = new XWing()
  const suite = new CipherSuite({ kem, kdf: new HkdfSha256(), aead: new Aes256Gcm() })

  it('they open what we seal', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, bytes, bytes, async (info, aad, plaintext) => {
        const seed = newSeed()
        const { enc, ciphertext } = sealHpke(keyPairFromSeed(seed).publicKey, info, aad, plaintext)
        const { privateKey } = await kem.generateKeyPairDerand(Uint8Array.from(keyBytes(seed)))
        const opened = await suite.open({ recipientKey: privateKey, info, enc }, ciphertext, aad)
        expect(toHex(new Uint8Array(opened))).toBe(toHex(plaintext))
      }),
      { numRuns: 15 },
    )
  })

  it('we open what they seal', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, bytes, bytes, async (info, aad, plaintext) => {
        const keyPair = keyPairFromSeed(newSeed())
        const recipientPublicKey = await kem.deserializePublicKey(Uint8Array.from(keyPair.publicKey))
        const sealed = await suite.seal({ recipientPublicKey, info }, plaintext, aad)
        const message = { enc: new Uint8Array(sealed.enc), ciphertext: new Uint8Array(sealed.ct) }
        expect(toHex(openHpke(keyPair, info, aad, message))).toBe(toHex(plaintext))
      }),
      { numRuns: 15 },
    )
  })
})

describe('refuses', () => {
  const keyPair = keyPairFromSeed(newSeed())
  const [info, aad] = [hex('01'), hex('02')]
  const message = sealHpke(keyPair.publicKey, info, aad, hex('0304'))

  it('another recipient, info or associated data', () => {
    expect(toHex(openHpke(keyPair, info, aad, message))).toBe('0304')
    expect(() => openHpke(keyPairFromSeed(newSeed()), info, aad, message)).toThrow(VaultError)
    expect(() => openHpke(keyPair, hex('09'), aad, message)).toThrow(VaultError)
    expect(() => openHpke(keyPair, info, hex('09'), message)).toThrow(VaultError)
  })

  it('another length', () => {
    for (const ciphertext of malformed(message.ciphertext)) {
      expect(() => openHpke(keyPair, info, aad, { ...message, ciphertext })).toThrow(VaultError)
    }
  })
})
