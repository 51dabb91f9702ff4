import { expect, test } from 'vitest'
import { columns, paragraphs, readableWidth, wrap } from './help.ts'

test('breaks at spaces, and leaves long words whole', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three'])
  expect(wrap('a https://envhold.example.com b', 10)).toEqual(['a', 'https://envhold.example.com', 'b'])
  expect(paragraphs('one\ntwo\n\nthree', 80)).toBe('one two\n\nthree\n')
})

test('puts columns side by side, or below one another where there is no room', () => {
  const rows = [
    ['--yes', 'Answer yes to every question that is asked'],
    ['--force', ''],
  ] as const
  expect(columns(rows, 40)).toBe(
    '  --yes    Answer yes to every question\n           that is asked\n  --force\n',
  )
  expect(columns(rows, 30)).toBe(
    '  --yes\n      Answer yes to every\n      question that is asked\n  --force\n',
  )
})

test('is never wider than a readable width', () => {
  expect([readableWidth(undefined), readableWidth(250), readableWidth(60), readableWidth(3)]).toEqual([
    100, 100, 60, 30,
  ])
})
