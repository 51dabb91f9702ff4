import { VaultError } from '@envhold/integrity/vault-error.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hex, toHex } from '../vectors/known.ts'
import { pad, paddedLength, unpad } from './sealed-variable.ts'

it.each([
  [1, 256],
  [256, 256],
  [257, 272],
  [272, 272],
  [273, 288],
  [511, 512],
  [513, 544],
  [1000, 1024],
  [1_000_000, 1_015_808],
  [1_048_576, 1_048_576],
])('pads %i bytes to %i', (length, padded) => {
  expect(paddedLength(length)).toBe(padded)
})

it('never shrinks, never adds more than 12 % above 256 bytes, and is a fixed point of itself', () => {
  fc.assert(
    fc.property(fc.integer({ min: 257, max: 2 ** 30 }), (length) => {
      const padded = paddedLength(length)
      expect(padded).toBeGreaterThanOrEqual(length)
      expect(padded).toBeLessThanOrEqual(Math.ceil(length * 1.12))
      expect(paddedLength(padded)).toBe(padded)
    }),
  )
})

it('returns what it padded, even if that looks like padding', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 700 }), fc.integer({ min: 0, max: 400 }), (content, zeros) => {
      const tricky = Uint8Array.from([...content, 0x80, ...new Uint8Array(zeros)])
      expect(toHex(unpad(pad(tricky)))).toBe(toHex(tricky))
    }),
  )
})

it.each([
  ['nothing', ''],
  ['zeros', '00'.repeat(256)],
  ['another end marker', `61${'00'.repeat(254)}81`],
  ['too little', '6180'],
  ['too much', `6180${'00'.repeat(270)}`],
])('refuses %s', (_, bytes) => {
  expect(() => unpad(hex(bytes))).toThrow(VaultError)
})
