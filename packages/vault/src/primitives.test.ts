import {
  argon2Sync,
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  diffieHellman,
  hkdfSync,
} from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hex, toHex } from '../vectors/known.ts'
import { importPrivateKey, importPublicKey } from './key-pair.ts'

// What the runtime's OpenSSL must do so that everything above it is secure.

describe('HKDF', () => {
  const cases = [
    {
      name: 'RFC 5869 A.1',
      digest: 'sha256',
      ikm: '0b'.repeat(22),
      salt: '000102030405060708090a0b0c',
      info: 'f0f1f2f3f4f5f6f7f8f9',
      okm: '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
    },
    {
      name: 'RFC 5869 A.3 (no salt, no info)',
      digest: 'sha256',
      ikm: '0b'.repeat(22),
      salt: '',
      info: '',
      okm: '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8',
    },
    {
      name: 'Wycheproof SHA-512 3',
      digest: 'sha512',
      ikm: 'a4748031a14d3e6aafe42aa20c568f5f',
      salt: '',
      info: '',
      okm: '62ea97e06051e40b79deb127a4da294f557cafa3d7a90a75c02064571dfbbe4699129bdcec4b39eed7757ce8e3571589f7d8f5523c0dc3fd6a56b099fb4bfd51',
    },
    {
      name: 'Wycheproof SHA-512 12',
      digest: 'sha512',
      ikm: '7a00817689a3d79001825a864c69c120',
      salt: '08bc01c053a6406c7c4a667c9b9b3894',
      info: '967ccd75395be6e96a67759f070487c9e2107791',
      okm: 'aed987bcc5ed33c4feec7b28aa9fe1c16b1181e00ff42c63cf692ec19242f6d4628604b3382db0806d5e61518f83fc651e6f3bd0a9d1322926a76869b98b75d6',
    },
    {
      name: 'Wycheproof SHA-512 18',
      digest: 'sha512',
      ikm: 'd515f58eed428b2bac233c8538580e2f',
      salt: 'c2a3ad9db6621fceb7498c0e6287522077acd2d47b55c09d52e114943b37',
      info: '14de8cffd89e49275f69d2e1e6b43fa0c3775451',
      okm: '04039af015d1b63b0af171e0fc283c06d19a0e4b1093fa5f8c721d85580c52799f13d644543c2249497492f55029ce9cd19a29cd84acbc1488724941a3fc97fc',
    },
  ]
  it.each(cases)('$name', ({ digest, ikm, salt, info, okm }) => {
    const key = createSecretKey(hex(ikm))
    expect(toHex(new Uint8Array(hkdfSync(digest, key, hex(salt), hex(info), okm.length / 2)))).toBe(okm)
  })
})

describe('X25519', () => {
  const agree = (scalar: string, point: string) => {
    const privateKey = importPrivateKey('x25519', hex(scalar))
    const publicKey = importPublicKey('x25519', hex(point))
    return toHex(diffieHellman({ privateKey, publicKey }))
  }
  const alice = '77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a'

  it.each([
    [
      'RFC 7748 §5.2',
      'a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4',
      'e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c',
      'c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552',
    ],
    [
      'RFC 7748 §6.1',
      alice,
      'de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f',
      '4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742',
    ],
    [
      'Wycheproof 1, normal',
      'c8a9d5a91091ad851c668b0736c1c9a02936c0d3ad62670858088047ba057475',
      '504a36999f489cd2fdbc08baff3d88fa00569ba986cba22548ffde80f9806829',
      '436a2c040cf45fea9b29a0cb81b1f41458f863d0d61b453d0a982720d6d61320',
    ],
    [
      'Wycheproof 2, on the twist',
      'd85d8c061a50804ac488ad774ac716c3f5ba714b2712e048491379a500211958',
      '63aa40c6e38346c5caf23a6df0a5e6c80889a08647e551b3563449befcfc9733',
      '279df67a7c4611db4708a0e8282b195e5ac0ed6f4b2f292c6fbd0acac30d1332',
    ],
    [
      'Wycheproof 26, special public key',
      '80da9f02842247d4ade5ddbac51dbce55ea7dca2844e7f97ab8987ce7fd8bc71',
      '00000000ffffffff00000000ffffffff00000000ffffffff00000000ffffff7f',
      'bfe183ba3d4157a7b53ef178613db619e27800f85359c0b39a9fd6e32152c208',
    ],
  ])('%s', (_, scalar, point, secret) => {
    expect(agree(scalar, point)).toBe(secret)
  })

  it.each([
    '0000000000000000000000000000000000000000000000000000000000000000',
    '0100000000000000000000000000000000000000000000000000000000000000',
    'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
    '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  ])('rejects the low-order point %s', (point) => {
    expect(() => agree(alice, point)).toThrow()
  })
})

describe('Argon2id', () => {
  it('RFC 9106 §5.3', () => {
    const tag = argon2Sync('argon2id', {
      message: Buffer.alloc(32, 1),
      nonce: Buffer.alloc(16, 2),
      secret: Buffer.alloc(8, 3),
      associatedData: Buffer.alloc(12, 4),
      memory: 32,
      passes: 3,
      parallelism: 4,
      tagLength: 32,
    })
    expect(toHex(tag)).toBe('0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659')
  })
})

describe('AES-256-GCM', () => {
  const key = hex('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f')
  const nonce = hex('505152535455565758595a5b')
  const message = '202122232425262728292a2b2c2d2e2f'
  const ciphertext = 'b2061457c0759fc1749f174ee1ccadfa'
  const tag = '9ce8fef6d8ab1bf1bf887232eab590dd'

  it('Wycheproof: seals', () => {
    const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
    expect(toHex(cipher.update(hex(message)))).toBe(ciphertext)
    cipher.final()
    expect(toHex(cipher.getAuthTag())).toBe(tag)
  })

  it.each([
    ['bit 31', '9ce8fe76d8ab1bf1bf887232eab590dd'],
    ['bit 64', '9ce8fef6d8ab1bf1be887232eab590dd'],
    ['bit 127', '9ce8fef6d8ab1bf1bf887232eab5905d'],
    ['bits 63 and 127', '9ce8fef6d8ab1b71bf887232eab5905d'],
    ['all bits', '631701092754e40e40778dcd154a6f22'],
    ['all zero', '00000000000000000000000000000000'],
    ['all one', 'ffffffffffffffffffffffffffffffff'],
    ['highest bits', '1c687e76582b9b713f08f2b26a35105d'],
    ['lowest bits', '9de9fff7d9aa1af0be897333ebb491dc'],
  ])('Wycheproof: rejects a tag with %s changed', (_, changed) => {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
    decipher.setAuthTag(hex(changed))
    decipher.update(hex(ciphertext))
    expect(() => decipher.final()).toThrow()
  })

  it('rejects a shortened tag, which the default would accept', () => {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
    expect(() => decipher.setAuthTag(hex(tag.slice(0, 8)))).toThrow()
  })
})
