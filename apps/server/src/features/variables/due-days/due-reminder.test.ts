import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayIn, daysLeft, dueReminder, remindedFrom, reminderDays } from './due-reminder.ts'

const hour = 3_600_000
const noon = Date.UTC(2027, 0, 20, 12)
const at = (days: number) => noon + days * 24 * hour
const day = '2027-01-31'
/** So many days before the day, at noon. */
const before = (days: number) => at(11 - days)

test('days are counted from midnight to midnight, in UTC', () => {
  expect(daysLeft(day, Date.UTC(2027, 0, 30, 23, 59, 59, 999))).toBe(1)
  expect(daysLeft(day, Date.UTC(2027, 0, 31))).toBe(0)
  expect(daysLeft(day, Date.UTC(2027, 0, 31, 23, 59))).toBe(0)
  expect(daysLeft(day, Date.UTC(2027, 1, 1))).toBe(-1)
  expect(dayIn(11, noon)).toBe(day)
})

test.each([
  [8, null, undefined],
  [7, null, 7],
  [7, 7, undefined],
  [6, null, 7],
  [2, null, 7],
  [2, 7, undefined],
  [1, null, 1],
  [1, 7, 1],
  [1, 1, undefined],
  [0, null, 1],
  [0, 7, 1],
  [0, 1, undefined],
  [-1, null, undefined],
  [-1, 7, undefined],
])('%i days before, after the reminder %s: %s', (days, reminded, expected) => {
  expect(dueReminder({ day, reminded }, before(days))).toBe(expected)
})

test.each([
  [8, null],
  [7, null],
  [6, 7],
  [1, 7],
  [0, 1],
])('a day that is set %i days before counts as reminded from %s', (days, expected) => {
  expect(remindedFrom(day, before(days))).toBe(expected)
})

test('whenever it is set and whenever the sweep runs, no reminder comes twice or out of order', () => {
  const runs = fc.array(fc.integer({ min: 0, max: 40 * 24 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30 }), runs, (days, hours) => {
      const start = before(days)
      let reminded = remindedFrom(day, start)
      const sent: number[] = []
      for (const passed of hours.toSorted((left, right) => left - right)) {
        const reminder = dueReminder({ day, reminded }, start + passed * hour)
        if (reminder === undefined) continue
        sent.push(reminder)
        reminded = reminder
      }
      const isHourly = hours.includes(0)
      expect(sent).toEqual(reminderDays.filter((day) => sent.includes(day)))
      if (days === 0) expect(sent).toEqual([])
      if (days < 7) expect(sent).not.toContain(7)
      if (days === 7 && isHourly) expect(sent).toContain(7)
    }),
  )
})
