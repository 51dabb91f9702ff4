import { expect, test } from 'vitest'
import { dayHeading, dayOf, type FoldedEntry, foldEntries, foldText } from './fold-entries.ts'

const noon = new Date(2026, 2, 10, 12)
let id = 1_000

const entry = (minutesBefore: number, overrides: Partial<FoldedEntry & { who: string }> = {}) => ({
  id: id--,
  event_type: 'variable_updated',
  category: 'project_changes' as const,
  severity: 'low' as const,
  description: 'Changed "PORT" in "production"',
  created_at: new Date(noon.getTime() - minutesBefore * 60_000).toISOString(),
  ip_address: '10.0.0.1',
  who: 'ada/7',
  ...overrides,
})
const fold = (...entries: ReturnType<typeof entry>[]) => foldEntries(entries, ({ who }) => who)
const sizes = (...entries: ReturnType<typeof entry>[]) =>
  fold(...entries).map(({ folds }) => folds.map((fold) => fold.entries.length))

test('equal neighbours within 30 minutes of the newest are one line', () => {
  expect(sizes(entry(0), entry(20), entry(30), entry(31))).toEqual([[3, 1]])
})

test.each([
  ['kind', { event_type: 'variable_deleted' }],
  ['person or project', { who: 'grace/7' }],
  ['severity', { severity: 'high' as const }],
  ['IP address', { ip_address: '10.0.0.2' }],
])('another %s is another line', (_, change) => {
  expect(sizes(entry(0), entry(1, change), entry(2))).toEqual([[1, 1, 1]])
})

test('each day has a heading of its own, and no fold crosses it', () => {
  const days = fold(entry(0), entry(12 * 60 - 1), entry(12 * 60 + 1))
  expect(days.map(({ day, folds }) => [day, folds.length])).toEqual([
    ['2026-03-10', 2],
    ['2026-03-09', 1],
  ])
})

test('a fold keeps its key when a newer entry joins', () => {
  const [newer, first, second] = [entry(0), entry(1), entry(2)]
  expect(fold(newer, first, second)[0]?.folds[0]?.key).toBe(fold(first, second)[0]?.folds[0]?.key)
})

test('a line says what happened and how often', () => {
  const textOf = (...entries: ReturnType<typeof entry>[]) => {
    const each = fold(...entries)[0]?.folds[0]
    return each && foldText(each, 'Storefront')
  }
  expect(textOf(entry(0))).toBe('Changed "PORT" in "production"')
  expect(textOf(entry(0), entry(1))).toBe('Changed "PORT" in "production", twice')
  expect(textOf(entry(0), entry(1), entry(2, { description: 'Changed "HOST" in "staging"' }))).toBe(
    'Changed "PORT" in "production", and 2 more like this',
  )
  const read = (description: string) => entry(0, { event_type: 'variables_read', description })
  expect(textOf(read('Read production'), read('Read staging'), read('Compared staging'))).toBe(
    'Read variables of Storefront 3 times',
  )
})

test('the last two days have a word, and other years say which', () => {
  expect(dayHeading(dayOf(noon), noon)).toEqual({ word: 'Today', date: 'Tuesday, Mar 10' })
  expect(dayHeading('2026-03-09', noon)).toEqual({ word: 'Yesterday', date: 'Monday, Mar 9' })
  expect(dayHeading('2026-03-01', new Date(2026, 2, 2))).toMatchObject({ word: 'Yesterday' })
  expect(dayHeading('2025-12-31', noon)).toEqual({ word: null, date: 'Wednesday, Dec 31, 2025' })
})
