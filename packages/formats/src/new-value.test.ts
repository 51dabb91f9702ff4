import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBare } from './dialects/writing.ts'
import {
  charactersOf,
  isRandomLength,
  pipedValue,
  randomAlphabets,
  randomBits,
  randomValue,
} from './new-value.ts'
import { readDotenv } from './parse-dotenv.ts'

const alphabets = fc.constantFrom(...randomAlphabets)

describe('a random value', () => {
  it('has the length and only characters of its alphabet, which need no quotes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 256 }), alphabets, (length, alphabet) => {
        const value = randomValue(length, alphabet)
        expect(value).toHaveLength(length)
        expect([...value].every((character) => charactersOf(alphabet).includes(character))).toBe(true)
        expect(isBare(value)).toBe(true)
        expect(readDotenv(`KEY=${value}\n`).variables.get('KEY')?.value).toBe(value)
      }),
    )
  })

  it.each(randomAlphabets)('uses every byte of %s at most once, and draws the rest again', (alphabet) => {
    const size = charactersOf(alphabet).length
    expect(new Set(charactersOf(alphabet)).size).toBe(size)
    // Counts up from 255 down: the first bytes are those that must not be used.
    let next = 255
    const value = randomValue(256, alphabet, (bytes) => {
      for (let index = 0; index < bytes.length; index++) {
        bytes[index] = next
        next = next === 0 ? 255 : next - 1
      }
    })
    const used = 256 - (256 % size)
    const counts = new Map<string, number>()
    for (const one of value.slice(0, used)) counts.set(one, (counts.get(one) ?? 0) + 1)
    expect([...counts.values()]).toEqual(Array.from({ length: size }, () => used / size))
  })

  it.each(randomAlphabets)('prefers no character of %s', (alphabet) => {
    const size = charactersOf(alphabet).length
    const counts = new Map<string, number>()
    const draws = 400 * 256
    for (let round = 0; round < 400; round++)
      for (const one of randomValue(256, alphabet)) counts.set(one, (counts.get(one) ?? 0) + 1)
    const expected = draws / size
    const chiSquared = [...charactersOf(alphabet)].reduce(
      (sum, character) => sum + ((counts.get(character) ?? 0) - expected) ** 2 / expected,
      0,
    )
    // Far above the mean of the distribution: fails by chance less than once in a million runs.
    const freedom = size - 1
    expect(chiSquared).toBeLessThan(freedom + 7 * Math.sqrt(2 * freedom) + 10)
  })

  it('is never the same twice', () => {
    const values = Array.from({ length: 1_000 }, () => randomValue(32, 'hex'))
    expect(new Set(values).size).toBe(values.length)
  })

  it.each([0, 7, 257, 8.5, -8, Number.NaN, Number.POSITIVE_INFINITY])(
    'is rejected with a length of %s',
    (length) => {
      expect(isRandomLength(length)).toBe(false)
      expect(() => randomValue(length, 'hex')).toThrow(RangeError)
    },
  )

  it('states its strength in bits', () => {
    expect(randomBits(32, 'hex')).toBe(128)
    expect(randomBits(32, 'alphanumeric')).toBe(190)
    expect(randomBits(8, 'digits')).toBe(26)
  })
})

it.each([
  ['', ''],
  ['secret', 'secret'],
  ['secret\n', 'secret'],
  ['secret\r\n', 'secret'],
  ['secret \n', 'secret '],
  ['secret\r', 'secret\r'],
  ['a\rb\n', 'a\rb'],
  ['\n', ''],
  ['secret\n\n', 'secret\n\n'],
  ['one\ntwo', 'one\ntwo'],
  ['one\ntwo\n', 'one\ntwo\n'],
  ['one\r\ntwo\r\n', 'one\r\ntwo\r\n'],
])('a pipe with %j is the value %j', (text, value) => expect(pipedValue(text)).toBe(value))
