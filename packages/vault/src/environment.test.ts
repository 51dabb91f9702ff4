import { detailNames, fieldOf, type Variable } from '@envhold/formats/fields/every-field.ts'
import { lp, u32, u64, utf8 } from '@envhold/integrity/context.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bitFlips, malformed, swaps, toHex } from '../vectors/known.ts'
import { sealCa1 } from './ca1.ts'
import {
  keyId,
  newEnvironmentKey,
  openEnvironment,
  openPreviousKey,
  sealEnvironment,
  sealPreviousKey,
} from './environment.ts'
import { pad } from './sealed-variable.ts'

const dek = newEnvironmentKey()
const at = { project: 1, environment: 2, epoch: 3, version: 4 }
const others = {
  project: [2, 0],
  environment: [1, 3],
  epoch: [2, 4, 2 ** 32 - 1],
  version: [3, 5, 2 ** 53 - 1],
}
const names = fc.string({ unit: 'binary' })
const note = fc.string({ unit: 'binary', minLength: 1, maxLength: 500 })
const day = fc
  .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const due = fc.record({ due: day, dueSetBy: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }) })
const variable = fc
  .tuple(names, fc.oneof(fc.constant({}), fc.record({ note })), fc.oneof(fc.constant({}), due))
  .map(([value, noted, dated]): Variable => ({ value, ...noted, ...dated }))
const variables = fc.array(fc.tuple(names, variable)).map((pairs) => new Map(pairs))

describe('an environment version', () => {
  it('opens complete and sorted, for any names and values', () => {
    fc.assert(
      fc.property(variables, (map) => {
        const opened = openEnvironment(dek, at, sealEnvironment(dek, at, map))
        expect([...opened]).toEqual([...map].sort(([a], [b]) => (a < b ? -1 : 1)))
      }),
    )
  })

  it('without notes and due days, has the bytes that it always had', () => {
    const random = () => new Uint8Array(32)
    const context = lp('eh1/environment', u64(1), u64(2), u32(3), u64(4))
    const plain = fc.array(fc.tuple(names, names)).map((pairs) => new Map(pairs))
    fc.assert(
      fc.property(plain, (map) => {
        const sealed = sealEnvironment(
          dek,
          at,
          new Map([...map].map(([key, value]) => [key, { value }])),
          random,
        )
        const pairs = [...map].sort(([a], [b]) => (a < b ? -1 : 1))
        expect(toHex(sealed)).toBe(toHex(sealCa1(dek, context, pad(utf8(JSON.stringify(pairs))), random)))
      }),
    )
  })

  it.each<[string, Omit<Variable, 'value'>]>([
    ['an empty note', { note: '' }],
    ['a note of 501 characters', { note: 'x'.repeat(501) }],
    ['a note of 501 characters outside the first plane', { note: '😀'.repeat(501) }],
    ['a note with a lone surrogate', { note: '\udc00' }],
    ['a due day without its user', { due: '2027-01-31' }],
    ['a user without a due day', { dueSetBy: 1 }],
    ['a day that its month does not have', { due: '2027-02-29', dueSetBy: 1 }],
    ['a day with a time', { due: '2027-01-31T00:00:00Z', dueSetBy: 1 }],
    ['the user 0', { due: '2027-01-31', dueSetBy: 0 }],
    ['a user that is no integer', { due: '2027-01-31', dueSetBy: 1.5 }],
  ])('is not sealed with %s', (_, details) => {
    expect(() => sealEnvironment(dek, at, new Map([['KEY', { value: '', ...details }]]))).toThrow(VaultError)
  })

  it('holds every field of a variable', () => {
    const details = Object.fromEntries(detailNames.map((name) => [name, fieldOf(name).wire.example]))
    const whole = new Map<string, Variable>([['KEY', { value: 'x', ...details, dueSetBy: 1 }]])
    expect(openEnvironment(dek, at, sealEnvironment(dek, at, whole))).toEqual(whole)
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
    ['a list of one', '[["A"]]'],
    ['a list of four', '[["A","1",{"note":"x"},1]]'],
    ['no details', '[["A","1",{}]]'],
    ['details that are null', '[["A","1",null]]'],
    ['details that are a list', '[["A","1",[]]]'],
    ['an unknown detail', '[["A","1",{"note":"x","more":1}]]'],
    ['an unknown detail alone', '[["A","1",{"more":1}]]'],
    ['details in another order', '[["A","1",{"due":"2027-01-31","by":1,"note":"x"}]]'],
    ['a detail twice', '[["A","1",{"note":"x","note":"x"}]]'],
    ['white space beside details', '[["A","1", {"note":"x"}]]'],
    ['a character of a note that JSON need not escape', '[["A","1",{"note":"\\u0078"}]]'],
    ['an empty note', '[["A","1",{"note":""}]]'],
    ['a note that is a number', '[["A","1",{"note":1}]]'],
    ['a note that is null', '[["A","1",{"note":null}]]'],
    ['a note with a lone surrogate', '[["A","1",{"note":"\\ud800"}]]'],
    ['a note of 501 characters', `[["A","1",{"note":"${'x'.repeat(501)}"}]]`],
    ['a due day without its user', '[["A","1",{"due":"2027-01-31"}]]'],
    ['a user without a due day', '[["A","1",{"by":1}]]'],
    ['a user beside a note alone', '[["A","1",{"note":"x","by":1}]]'],
    ['a due day that does not exist', '[["A","1",{"due":"2027-02-29","by":1}]]'],
    ['a due day that is a number', '[["A","1",{"due":20270131,"by":1}]]'],
    ['a user that is text', '[["A","1",{"due":"2027-01-31","by":"1"}]]'],
    ['the user 0', '[["A","1",{"due":"2027-01-31","by":0}]]'],
    ['a user beyond 2^53', '[["A","1",{"due":"2027-01-31","by":9007199254740992}]]'],
    ['__proto__ as a detail', '[["A","1",{"__proto__":{"note":"x"}}]]'],
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
