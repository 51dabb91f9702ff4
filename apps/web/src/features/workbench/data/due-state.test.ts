import { expect, test } from 'vitest'
import { dueState, dueText, localDay } from './due-state.ts'

test.each([
  ['2026-03-09', 'overdue', 'Overdue since Mar 9'],
  ['2025-12-31', 'overdue', 'Overdue since Dec 31, 2025'],
  ['2026-03-10', 'soon', 'Due Mar 10'],
  ['2026-03-17', 'soon', 'Due Mar 17'],
  ['2026-03-18', 'later', 'Due Mar 18'],
  ['2027-01-31', 'later', 'Due Jan 31, 2027'],
])('on March 10, %s is %s', (due, state, text) => {
  expect(dueState(due, '2026-03-10')).toBe(state)
  expect(dueText(due, '2026-03-10')).toBe(text)
})

test('days are those of the place where the user is', () => {
  expect(localDay(new Date(2026, 2, 9, 23, 59))).toBe('2026-03-09')
  expect(localDay(new Date(2026, 11, 31, 0, 0))).toBe('2026-12-31')
})
