import { expect, test } from 'vitest'
import { judgeFigures, judgeSizes, quantile } from './sizes.ts'

const files = (...lines: number[]) =>
  lines.sort((a, b) => a - b).map((count, i) => ({ path: `apps/a/src/${i}.ts`, lines: count }))
const many = (count: number, lines: number) => Array.from({ length: count }, () => lines)

test('quantiles are values that occur', () => {
  expect(quantile(files(10, 20, 30), 0.5)).toBe(20)
  expect(quantile(files(...many(9, 10), 99), 0.9)).toBe(10)
  expect(quantile([], 0.5)).toBe(0)
})

test('small files pass', () => {
  expect(judgeSizes(files(...many(20, 60)))).toMatchObject({ warnings: [], errors: [] })
})

test.each([
  ['a median above 120', files(...many(10, 121)), ['The median file']],
  ['a tenth above 200', files(...many(8, 10), 201, 201), ['A tenth of the files']],
  ['one file above 400', files(...many(20, 10), 401), ['401 lines, more than 400']],
])('%s is an error', (_, sizes, expected) => {
  const { errors } = judgeSizes(sizes)
  expect(errors).toHaveLength(expected.length)
  expect(errors[0]).toContain(expected[0])
})

test('one file above 250 is a warning', () => {
  const { warnings, errors } = judgeSizes(files(...many(20, 10), 251))
  expect(warnings).toHaveLength(1)
  expect(errors).toEqual([])
})

test('the figures in ARCHITECTURE.md may differ from the files by a tenth', () => {
  const sizes = files(...many(1_000, 40), ...many(1_000, 100))
  const figures = (count: string, median: number, p90: number) =>
    `Of about ${count} files that ship,\nhalf have at most ${median} lines and nine out of ten at most ${p90}.`
  const expected = ['ARCHITECTURE.md: there are 2000 files, median 40, p90 100 lines']
  expect(judgeFigures(figures('2,100', 42, 105), sizes)).toEqual([])
  expect(judgeFigures(figures('1,300', 42, 105), sizes)).toEqual(expected)
  expect(judgeFigures(figures('2,000', 50, 100), sizes)).toEqual(expected)
  expect(judgeFigures(figures('2,000', 40, 80), sizes)).toEqual(expected)
  expect(judgeFigures('', sizes)).toEqual(expected)
})
