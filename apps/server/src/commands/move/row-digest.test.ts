import { expect, test } from 'vitest'
import { createTableDigest } from './row-digest.ts'
import { orderTables, type Row } from './table.ts'

const digestOf = (...rows: Row[]) => {
  const digest = createTableDigest()
  for (const row of rows) digest.add(row)
  return digest.result()
}

test('a digest does not depend on the order of rows, nor on how an engine returns whole numbers', () => {
  const one: Row = [1n, 'a', null]
  const other: Row = [2n, 'b', Buffer.of(1)]
  expect(digestOf(one, other)).toEqual(digestOf(other, one))
  expect(digestOf([5])).toEqual(digestOf([5n]))
  expect(digestOf(one, other).rows).toBe(2)
})

test.each<[string, Row, Row]>([
  ['another number', [1n], [2n]],
  ['a number beyond what doubles hold', [2n ** 53n], [2n ** 53n + 1n]],
  ['an empty text instead of none', [''], [null]],
  ['text instead of bytes', ['a'], [Buffer.from('a')]],
  ['text instead of a number', ['1'], [1n]],
  ['text that moved to the next column', ['ab', ''], ['a', 'b']],
])('a digest notices %s', (_, before, after) => {
  expect(digestOf(before)).not.toEqual(digestOf(after))
})

test('a digest notices a missing row and a double one', () => {
  expect(digestOf([1n])).not.toEqual(digestOf([1n], [1n]))
  expect(digestOf([1n], [1n])).not.toEqual(digestOf([2n], [2n]))
})

test('tables come after those that they reference', () => {
  const table = (name: string, ...references: string[]) => ({ name, columns: [], references })
  const ordered = orderTables([table('c', 'b', 'a'), table('b', 'a', 'b'), table('a')])
  expect(ordered.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  expect(() => orderTables([table('a', 'b'), table('b', 'a')])).toThrow('a, b reference each other')
})
