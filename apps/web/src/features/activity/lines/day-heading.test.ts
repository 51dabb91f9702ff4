import { expect, test } from 'vitest'
import { dayHeading, dayOf } from './line-list.tsx'

test('the last two days have a word, and a year is named only if it is another one', () => {
  const now = new Date(2026, 10, 27, 12)
  const headings = [now, new Date(2026, 10, 26, 23, 59), new Date(2026, 10, 3), new Date(2025, 10, 27)]
  expect(headings.map((moment) => dayHeading(dayOf(moment), now))).toEqual([
    { word: 'Today', date: 'Friday, Nov 27' },
    { word: 'Yesterday', date: 'Thursday, Nov 26' },
    { word: null, date: 'Tuesday, Nov 3' },
    { word: null, date: 'Thursday, Nov 27, 2025' },
  ])
})
