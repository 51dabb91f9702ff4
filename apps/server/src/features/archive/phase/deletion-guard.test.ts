import { expect, test } from 'vitest'
import { nextGuard } from './deletion-guard.ts'
import type { DeletionGuard } from './deletion-guard-store.ts'

const hour = 3_600_000
const now = Date.UTC(2027, 0, 1)
const open: DeletionGuard = { done: [], held: null, heldSince: null, mailedAt: null, released: null }

test('a quarter of all projects passes, and more than that stops', () => {
  expect(nextGuard(open, 25, 100, now)).toMatchObject({ held: null, done: [{ at: now, count: 25 }] })
  expect(nextGuard(open, 26, 100, now)).toMatchObject({ held: { count: 26, total: 100 }, done: [] })
})

test('fewer than 20 projects never stop', () => {
  expect(nextGuard(open, 19, 19, now).held).toBeNull()
  expect(nextGuard(open, 20, 20, now).held).toEqual({ count: 20, total: 20 })
  const guard = nextGuard(open, 20, 20, now)
  expect(nextGuard(guard, 20, 20, now + hour).heldSince).toBe(now)
})

test('what the last 24 hours took counts too, and no longer', () => {
  const before = nextGuard(open, 20, 100, now)
  expect(nextGuard(before, 6, 100, now + 23 * hour).held).toEqual({ count: 6, total: 100 })
  expect(nextGuard(before, 6, 100, now + 24 * hour).held).toBeNull()
})

test('an hour without anything to do passes whatever happened before', () => {
  const full = nextGuard(open, 25, 100, now)
  expect(nextGuard(full, 0, 100, now + hour).held).toBeNull()
})

test('a confirmed number passes within its time, and only once', () => {
  const released = { ...open, released: { count: 60, until: now + 24 * hour } }
  const passed = nextGuard(released, 60, 100, now)
  expect(passed).toMatchObject({ held: null, done: [], released: { count: 0 } })
  expect(nextGuard(passed, 30, 100, now + hour).held).toEqual({ count: 30, total: 100 })
  expect(nextGuard(released, 60, 100, now + 24 * hour).held).toEqual({ count: 60, total: 100 })
})

test('a confirmation of few lets few more through than without it', () => {
  const released = { ...open, released: { count: 30, until: now + 24 * hour } }
  expect(nextGuard(released, 55, 100, now).held).toBeNull()
  expect(nextGuard(released, 56, 100, now).held).toEqual({ count: 56, total: 100 })
})
