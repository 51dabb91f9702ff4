import { expect, test } from 'vitest'
import { parseRetention, retainedTimes, retentionText } from './retention-setting.ts'

const rule = (text: string) => {
  const parsed = parseRetention(text)
  if (!parsed) throw new Error('Not a rule')
  return parsed
}
const times = (...days: string[]) => days.map((day) => Date.parse(`${day}Z`))
const retained = (text: string, all: readonly number[]) =>
  [...retainedTimes(all, rule(text))].toSorted().map((time) => new Date(time).toISOString().slice(0, 13))

test('a rule is a number, or days, weeks and months', () => {
  expect(rule('7')).toEqual({ newest: 7, days: 0, weeks: 0, months: 0 })
  expect(rule('7d, 4w,12m')).toEqual({ newest: 0, days: 7, weeks: 4, months: 12 })
  for (const text of ['7', '7d,4w,12m', '4w', '12m']) expect(retentionText(rule(text))).toBe(text)
  for (const text of ['', '0', '0d,0w', '7x', '7d7d', '-1', '1001'])
    expect(parseRetention(text)).toBeUndefined()
})

test('the newest of each day, week and month stays', () => {
  const all = times(
    '2026-01-31T06:00',
    '2026-02-28T06:00',
    '2026-03-01T06:00',
    '2026-03-01T12:00',
    '2026-03-02T06:00',
  )
  expect(retained('2', all)).toEqual(['2026-03-01T12', '2026-03-02T06'])
  expect(retained('3d', all)).toEqual(['2026-02-28T06', '2026-03-01T12', '2026-03-02T06'])
  expect(retained('2w', all)).toEqual(['2026-03-01T12', '2026-03-02T06'])
  expect(retained('9m', all)).toEqual(['2026-01-31T06', '2026-02-28T06', '2026-03-02T06'])
  expect(retained('1d', [])).toEqual([])
})

test('a clock that was ahead deletes no more than one backup a day would', () => {
  const all = times('2026-03-01T06:00', '2026-03-02T06:00', '2026-03-03T06:00', '2040-01-01T00:00')
  expect(retained('3d', all)).toEqual(['2026-03-02T06', '2026-03-03T06', '2040-01-01T00'])
})
