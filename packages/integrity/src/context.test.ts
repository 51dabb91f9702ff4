import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import context from '../../vault/vectors/context.json' with { type: 'json' }
import { toHex } from '../../vault/vectors/known.ts'
import { LABELS, type Label, lp, u8, u32, u64, utf8 } from './context.ts'
import { VaultError } from './vault-error.ts'

const labels = Object.keys(LABELS) as Label[]
const lists = fc.tuple(
  fc.constantFrom(...labels),
  fc.array(fc.uint8Array({ maxLength: 6 }), { maxLength: 4 }),
)

describe('lp', () => {
  it('lays out label, count and fields', () => {
    expect(toHex(lp('eh1/row', u8(1), utf8('ab')))).toBe(
      ['0007', '6568312f726f77', '0002', '00000001', '01', '00000002', '6162'].join(''),
    )
  })

  it('never gives two lists the same bytes', () => {
    fc.assert(
      fc.property(lists, lists, ([labelA, a], [labelB, b]) => {
        const same = labelA === labelB && JSON.stringify(a.map(toHex)) === JSON.stringify(b.map(toHex))
        expect(lp(labelA, ...a).equals(lp(labelB, ...b))).toBe(same)
      }),
      { numRuns: 2000 },
    )
  })

  it('distinguishes a field from its halves', () => {
    expect(lp('eh1/row', utf8('ab'), utf8('c'))).not.toEqual(lp('eh1/row', utf8('a'), utf8('bc')))
    expect(lp('eh1/row')).not.toEqual(lp('eh1/row', new Uint8Array(0)))
  })
})

it('knows the labels that stored data was made with', () => {
  expect(labels).toEqual(context.labels)
})

describe('fields', () => {
  it('are big-endian', () => {
    expect(toHex(u32(0x01020304))).toBe('01020304')
    expect(toHex(u64(0x0102030405))).toBe('0000000102030405')
    expect(toHex(u64(Number.MAX_SAFE_INTEGER))).toBe('001fffffffffffff')
  })

  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuse the number %s', (number) => {
    for (const field of [u8, u32, u64]) expect(() => field(number)).toThrow(VaultError)
  })

  it('refuse numbers that do not fit', () => {
    expect(() => u8(256)).toThrow(VaultError)
    expect(() => u32(2 ** 32)).toThrow(VaultError)
    expect(() => u64(2 ** 53)).toThrow(VaultError)
  })

  it.each(['\ud800', 'a\udfffb', '\udc00\ud800'])('refuse a lone surrogate', (text) => {
    expect(() => utf8(text)).toThrow(VaultError)
  })
})
