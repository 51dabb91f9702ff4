import { generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unwrapEC2Signature as original } from '../../node_modules/@simplewebauthn/server/esm/helpers/iso/isoCrypto/unwrapEC2Signature.js'
import { unwrapEC2Signature } from './unwrap-ec2-signature.ts'

const derOf = (...numbers: readonly Uint8Array[]) => {
  const integers = numbers.map((bytes) => Buffer.from([0x02, bytes.length, ...bytes]))
  const body = Buffer.concat(integers)
  return Buffer.from([0x30, ...(body.length < 0x80 ? [] : [0x81]), body.length, ...body])
}

/** What a function returns, or that it throws. */
const outcome = (work: () => Uint8Array) => {
  try {
    return Buffer.from(work()).toString('hex')
  } catch {
    return 'rejected'
  }
}

const curves = [
  ['P-256', 1],
  ['P-384', 2],
  ['P-521', 3],
] as const

describe.each(curves)('signatures of %s', (namedCurve, curve) => {
  it('become those that Web Crypto verifies, as in the library', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve })
    for (let n = 0; n < 300; n++) {
      const data = randomBytes(40)
      const der = sign('sha256', data, privateKey)
      const raw = unwrapEC2Signature(der, curve)
      expect(verify('sha256', data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, raw)).toBe(true)
      expect(outcome(() => raw)).toBe(outcome(() => original(der, curve)))
    }
  })

  it('are as in the library where numbers are short', () => {
    for (const bytes of [[1], [0], [0x7f, 0xff], [0, 0x80]]) {
      const der = derOf(Uint8Array.from(bytes), Uint8Array.from([5]))
      expect(outcome(() => unwrapEC2Signature(der, curve))).toBe(outcome(() => original(der, curve)))
    }
  })
})

it('rejects what the library rejects', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const der = sign('sha256', randomBytes(9), privateKey)
  const long = derOf(new Uint8Array(40).fill(1), Uint8Array.from([1]))
  const one = derOf(Uint8Array.from([1]))
  for (const wrong of [
    Buffer.alloc(0),
    der.subarray(1),
    der.subarray(0, -1),
    long,
    one,
    Buffer.from('30', 'hex'),
  ])
    expect([outcome(() => unwrapEC2Signature(wrong, 1)), outcome(() => original(wrong, 1))]).toEqual([
      'rejected',
      'rejected',
    ])
  expect(() => unwrapEC2Signature(Buffer.concat([der, Buffer.from([0])]), 1)).toThrow('DER')
  expect(() =>
    unwrapEC2Signature(derOf(Uint8Array.from([1]), Uint8Array.from([1]), Uint8Array.from([1])), 1),
  ).toThrow()
  expect(() => unwrapEC2Signature(der, 8)).toThrow('curve 8')
})

it('never returns anything but two coordinates, whatever the bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      const der = Uint8Array.from([0x30, bytes.length, ...bytes])
      expect(outcome(() => unwrapEC2Signature(der, 1))).toMatch(/^(rejected|[0-9a-f]{128})$/)
    }),
  )
})
