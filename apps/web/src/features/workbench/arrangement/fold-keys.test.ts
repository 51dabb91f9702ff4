import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flatRows, foldRows, keysOfRow, rowIndexOf } from './fold-keys.ts'

const listed = (keys: string[], folded: string[] = []) =>
  foldRows(keys, new Set(folded)).map((row) =>
    row.kind === 'key' ? `${row.prefix ? ' ' : ''}${row.key}` : `${row.prefix}${row.keys.length}`,
  )

test('three keys with the same first word get a row for it', () => {
  const keys = ['APP_A', 'APP_B', 'AWS_A', 'AWS_B', 'AWS_C', 'PORT']
  expect(listed(keys)).toEqual(['APP_A', 'APP_B', 'AWS_3', ' AWS_A', ' AWS_B', ' AWS_C', 'PORT'])
  expect(listed(keys, ['AWS_', 'APP_'])).toEqual(['APP_A', 'APP_B', 'AWS_3', 'PORT'])
  expect(listed(keys.toReversed())).toEqual(['PORT', 'AWS_3', ' AWS_C', ' AWS_B', ' AWS_A', 'APP_B', 'APP_A'])
})

test('a word needs a second one after it', () => {
  expect(listed(['A', 'A_', '_A', '_A_', '_B', '__C'])).toEqual(['A', 'A_', '_A', '_A_', '_B', '__C'])
})

test('a folded key is found at its prefix', () => {
  const keys = ['AWS_A', 'AWS_B', 'AWS_C', 'PORT']
  expect(rowIndexOf(foldRows(keys, new Set()), 'AWS_B')).toBe(2)
  expect(rowIndexOf(foldRows(keys, new Set(['AWS_'])), 'AWS_B')).toBe(0)
  expect(rowIndexOf(flatRows(keys), 'PORT')).toBe(3)
  expect(rowIndexOf(flatRows(keys), 'HOST')).toBe(-1)
})

test('every key is in exactly one row or below one folded prefix', () => {
  const key = fc.stringMatching(/^[AB_]{1,5}$/)
  fc.assert(
    fc.property(fc.uniqueArray(key), fc.array(key), (keys, folded) => {
      const rows = foldRows(keys.toSorted(), new Set(folded))
      const all = rows.flatMap((row) => (row.kind === 'key' || row.isFolded ? keysOfRow(row) : []))
      expect(all.toSorted()).toEqual(keys.toSorted())
    }),
  )
})

test('a large group is split by further words, and what has none stays together before its parts', () => {
  const numbered = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${prefix}${String.fromCharCode(65 + at)}`)
  const keys = [
    ...numbered('NEXT_PUBLIC_DB_', 3),
    ...numbered('NEXT_PUBLIC_P', 6),
    ...numbered('NEXT_PUBLIC_URL_', 5),
  ]
  expect(listed(keys, ['NEXT_PUBLIC_', 'NEXT_PUBLIC_DB_', 'NEXT_PUBLIC_URL_'])).toEqual([
    'NEXT_PUBLIC_6',
    'NEXT_PUBLIC_DB_3',
    'NEXT_PUBLIC_URL_5',
  ])
  expect(listed(keys.slice(0, 4), ['NEXT_PUBLIC_'])).toEqual(['NEXT_PUBLIC_4'])
  expect(listed(keys.slice(0, 3), ['NEXT_PUBLIC_DB_'])).toEqual(['NEXT_PUBLIC_DB_3'])
  expect(listed(numbered('APP_', 20), ['APP_'])).toEqual(['APP_20'])
})
