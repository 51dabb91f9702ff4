import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareValues } from './compare-values.ts'

const marked = (value: string, other: string) =>
  compareValues(value, other)
    .map(({ text, isOwn }) => (isOwn ? `[${text}]` : text))
    .join('')

test('marks the words that only one value has', () => {
  const [left, right] = ['postgres://shop:secret@db:5432/shop', 'postgres://shop:other@db.staging:5432/shop']
  expect(marked(left, right)).toBe('postgres://shop:[secret]@db:5432/shop')
  expect(marked(right, left)).toBe('postgres://shop:[other]@db[.staging]:5432/shop')
  expect(marked('same', 'same')).toBe('same')
  expect(marked('a', '')).toBe('[a]')
  expect(marked('debug', 'info')).toBe('[debug]')
})

test('the parts are the value, and without its own parts it is in the other one', () => {
  const value = fc.string({ unit: fc.constantFrom('a', 'b', ':', '/'), maxLength: 12 })
  fc.assert(
    fc.property(value, value, (one, other) => {
      const parts = compareValues(one, other)
      expect(parts.map(({ text }) => text).join('')).toBe(one)
      const common = (from: string, to: string) =>
        compareValues(from, to)
          .filter(({ isOwn }) => !isOwn)
          .map(({ text }) => text)
          .join('').length
      expect(common(one, other)).toBe(common(other, one))
    }),
  )
})

test('a long value is compared in a moment', () => {
  const words = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word}${at}`).join(' ')
  const [first] = compareValues(`same ${words('a')} end`, `same ${words('b')} end`)
  expect(first).toEqual({ text: 'same ', isOwn: false })
})
