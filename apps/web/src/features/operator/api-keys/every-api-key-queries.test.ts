import { expect, test } from 'vitest'
import {
  averageMs,
  changeSinceYesterday,
  shownPercent,
  succeededOf,
  trendSteps,
} from './every-api-key-queries.ts'

const days = (...requests: number[]) =>
  requests.map((count, n) => ({ date: `2026-03-0${n + 1}`, requests: count, unique_keys: n }))

test('the average weighs each status by its calls', () => {
  const statuses = [
    { status_code: 200, count: 90, request_duration_ms: 10 },
    { status_code: 404, count: 10, request_duration_ms: 110 },
  ]
  expect([averageMs(statuses), succeededOf(statuses), averageMs([])]).toEqual([20, 90, 0])
  expect([shownPercent(90, 100), shownPercent(1, 3), shownPercent(0, 0)]).toEqual(['90%', '33.3%', '0%'])
})

test('the change is against the same hours of the day before, with a sign', () => {
  const change = (today: number, yesterday: number) => changeSinceYesterday({ today, yesterday })
  expect(change(2_234, 1_000)).toBe('Today +1,234 versus the same hours of yesterday')
  expect(change(2, 9)).toBe('Today -7 versus the same hours of yesterday')
  expect(change(4, 4)).toBe('Today 0 versus the same hours of yesterday')
})

test('no bar is lower than 2 percent of the highest, and the figures stay as they are', () => {
  const steps = trendSteps(days(0, 1, 1_000))
  expect(steps.map(({ values }) => values)).toEqual([
    { height: 20, requests: 0, unique_keys: 0 },
    { height: 20, requests: 1, unique_keys: 1 },
    { height: 1_000, requests: 1_000, unique_keys: 2 },
  ])
  expect(steps[2]).toMatchObject({ name: 'Mar 3, 2026', tick: 'Mar 3' })
})
