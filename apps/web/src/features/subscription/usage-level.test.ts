import { expect, it } from 'vitest'
import { nextMonth, usageTone, usedPercent } from './usage-level.ts'

it.each([
  [0, 'good'],
  [69.9, 'good'],
  [70, 'warn'],
  [89.9, 'warn'],
  [90, 'bad'],
  [100, 'bad'],
])('%d %% is %s', (percent, tone) => expect(usageTone(percent)).toBe(tone))

it.each([
  [1, 2, 50],
  [0, 1, 0],
  [3, 2, 100],
  [0, 0, 100],
  [699, 1_000, 69.9],
  [7, -1, null],
])('%d of %d is %j %%', (current, max, percent) => expect(usedPercent(current, max)).toBe(percent))

it('knows when the count of API calls starts again, over the end of a year too', () => {
  expect(nextMonth(new Date('2026-11-22T23:00:00-05:00')).toISOString()).toBe('2026-12-01T00:00:00.000Z')
  expect(nextMonth(new Date('2026-12-31T23:59:59Z')).toISOString()).toBe('2027-01-01T00:00:00.000Z')
})
