import type * as formats from '@envhold/formats/variables.ts'
import { lp, u32, u64, utf8 } from '@envhold/integrity/context.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { bitFlips, malformed, swaps, toHex } from '../vectors/known.ts'
import { sealCa1 } from './ca1.ts'
import {
  keyId,
  newEnvironmentKey,
  openEnvironment,
  openPreviousKey,
  sealEnvironment,
  sealPreviousKey,
  type Variable,
} from './environment.ts'
import { pad } from './padding.ts'

const dek = newEnvironmentKey()
const at = { project: 1, environment: 2, epoch: 3, version: 4 }
const others = {
  project: [2, 0],
  environment: [1, 3],
  epoch: [2, 4, 2 ** 32 - 1],
  version: [3, 5, 2 ** 53 - 1],
}
const names = fc.string({ unit: 'binary' })
const variables = fc
  .array(fc.tuple(names, names))
  .map((pairs) => new Map(pairs.map(([key, value]) => [key, { value }])))

describe('an environment version', () => {
  it('opens complete and sorted, for any names and values', () => {
    fc.assert(
      fc.property(variables, (map) => {
        const opened = openEnvironment(dek, at, sealEnvironment(dek, at, map))
        expect([...opened]).toEqual([...map].sort(([a], [b]) => (a < b ? -1 : 1)))
      }),
    )
  })

  it('holds what the formats know of a variable, and nothing else', () => {
    // Checked by the compiler. A field that this package does not know would be lost when it seals.
    expectTypeOf<Variable>().toEqualTypeOf<formats.Variable>()
  })

  it('holds names that objects cannot', () => {
    const map = new Map([
      ['__proto__', { value: 'a' }],
      ['constructor', { value: 'b' }],
      ['', { value: 'c' }],
    ])
    expect(openEnvironment(dek, at, sealEnvironment(dek, at, map))).toEqual(map)
  })

  it('reveals little by its length', () => {
    const lengthOf = (value: string) => sealEnvironment(dek, at, new Map([['KEY', { value }]])).length
    expect(lengthOf('')).toBe(81 + 256)
    expect(lengthOf('x'.repeat(200))).toBe(lengthOf(''))
    expect(lengthOf('x'.repeat(1100))).toBe(lengthOf('x'.repeat(1090)))
  })

  it('rejects a lone surrogate instead of altering it', () => {
    expect(() => sealEnvironment(dek, at, new Map([['KEY', { value: '\ud800' }]]))).toThrow(VaultError)
    expect(() => sealEnvironment(dek, at, new Map([['\udfff', { value: '' }]]))).toThrow(VaultError)
  })

  const blob = sealEnvironment(dek, at, new Map([['KEY', { value: 'value' }]]))

  it('rejects every single-bit flip and every other length', () => {
    for (const flipped of bitFlips(blob)) expect(() => openEnvironment(dek, at, flipped)).toThrow(VaultError)
    for (const bad of malformed(blob)) expect(() => openEnvironment(dek, at, bad)).toThrow(VaultError)
  })

  it('rejects every other location, and another key', () => {
    for (const other of swaps(at, others)) expect(() => openEnvironment(dek, other, blob)).toThrow(VaultError)
    expect(() => openEnvironment(newEnvironmentKey(), at, blob)).toThrow(VaultError)
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(), fc.nat(), (project, environment, epoch, version) => {
        fc.pre(project !== 1 || environment !== 2 || epoch !== 3 || version !== 4)
        expect(() => openEnvironment(dek, { project, environment, epoch, version }, blob)).toThrow(VaultError)
      }),
    )
  })

  it.each([{ project: -1 }, { environment: 1.5 }, { epoch: 2 ** 32 }, { version: Number.NaN }])(
    'rejects the location %o',
    (bad) => {
      expect(() => sealEnvironment(dek, { ...at, ...bad }, new Map())).toThrow(VaultError)
    },
  )

  it.each([
    ['not JSON', '[['],
    ['an object', '{"A":"1"}'],
    ['a pair of three', '[["A","1","2"]]'],
    ['a number', '[["A",1]]'],
    ['names out of order', '[["B",""],["A",""]]'],
    ['a name twice', '[["A",""],["A",""]]'],
    ['an escaped lone surrogate', '[["A","\\ud800"]]'],
  ])('rejects %s, even when sealed with the right key', (_, json) => {
    const context = lp('eh1/environment', u64(1), u64(2), u32(3), u64(4))
    expect(() => openEnvironment(dek, at, sealCa1(dek, context, pad(utf8(json))))).toThrow(VaultError)
  })

  it('rejects text that is not UTF-8', () => {
    const context = lp('eh1/environment', u64(1), u64(2), u32(3), u64(4))
    const plaintext = pad(Buffer.from('[["A","\xff"]]', 'latin1'))
    expect(() => openEnvironment(dek, at, sealCa1(dek, context, plaintext))).toThrow(VaultError)
  })
})

describe('the previous key', () => {
  const previous = newEnvironmentKey()
  const blob = sealPreviousKey(dek, previous, at)

  it('comes back', () => {
    expect(openPreviousKey(dek, at, blob).equals(previous)).toBe(true)
  })

  it('rejects every single-bit flip, other length, location and key', () => {
    for (const flipped of bitFlips(blob)) expect(() => openPreviousKey(dek, at, flipped)).toThrow(VaultError)
    for (const bad of malformed(blob)) expect(() => openPreviousKey(dek, at, bad)).toThrow(VaultError)
    for (const other of swaps(at, { ...others, version: [] })) {
      expect(() => openPreviousKey(dek, other, blob)).toThrow(VaultError)
    }
    expect(() => openPreviousKey(previous, at, blob)).toThrow(VaultError)
  })

  it('does not open as a version, nor a version as it', () => {
    const sealed = sealEnvironment(dek, at, new Map())
    expect(() => openEnvironment(dek, at, blob)).toThrow(VaultError)
    expect(() => openPreviousKey(dek, at, sealed)).toThrow(VaultError)
  })
})

it('names keys by an id that is the key’s alone', () => {
  expect(keyId(dek).length).toBe(32)
  expect(toHex(keyId(dek))).toBe(toHex(keyId(dek)))
  expect(toHex(keyId(dek))).not.toBe(toHex(keyId(newEnvironmentKey())))
})
