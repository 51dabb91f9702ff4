import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endsAt, nextStepAt, triesLeft } from './schedule.ts'

const day = 86_400_000
const hour = 3_600_000
const failed_at = Date.UTC(2027, 0, 1)
const after = (days: number) => failed_at + days * day

test.each([
  [0, 0, 1, 4],
  [1, 1, 3, 3],
  [2, 3, 5, 2],
  [3, 5, 7, 1],
  [4, 7, 8, 0],
])('after %i tries on day %i the next step is due on day %i', (tries, today, days, left) => {
  expect(nextStepAt({ failed_at, tries }, after(today))).toBe(after(days))
  expect(endsAt({ failed_at, tries }, after(days))).toBe(after(8))
  expect(triesLeft({ tries })).toBe(left)
})

test('tries that were held up are made up, and only then the subscription ends', () => {
  const steps: number[] = []
  let now = after(40)
  for (let tries = 1; tries <= 4; tries++) {
    const next = nextStepAt({ failed_at, tries }, now)
    steps.push((next - now) / hour)
    now = next
  }
  expect(steps).toEqual([20, 20, 20, 20])
  expect(endsAt({ failed_at, tries: 0 }, after(40))).toBe(now)
})

test('no step is in the past, and the end comes after all of them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 100 * 24 }), (tries, hours) => {
      const now = failed_at + hours * hour
      const next = nextStepAt({ failed_at, tries }, now)
      expect(next - now).toBeGreaterThanOrEqual(20 * hour)
      expect(endsAt({ failed_at, tries }, next) - next).toBeGreaterThanOrEqual(
        triesLeft({ tries }) * 20 * hour,
      )
    }),
  )
})
