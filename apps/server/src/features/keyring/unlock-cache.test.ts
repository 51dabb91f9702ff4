import { beforeEach, expect, test } from 'vitest'
import { createUnlockCache, type UnlockCache } from './unlock-cache.ts'

const minute = 60_000
let now: number
let cache: UnlockCache

beforeEach(() => {
  now = 1_000_000
  cache = createUnlockCache(() => now, {
    idleMs: 5 * minute,
    maxMs: 30 * minute,
    perUser: 4,
    perProcess: 6,
  })
})

const put = (slot: string, userId = 1, sessionId = 'session') =>
  cache.put(slot, {
    userId,
    sessionId,
    keyVersion: 1,
    storedHash: new Uint8Array(32),
    blob: new Uint8Array(81),
  })
const holds = (...slots: string[]) => slots.filter((slot) => cache.find(slot) !== undefined)

test('drops entries after five idle minutes', () => {
  put('a')
  now += 5 * minute - 1
  expect(holds('a')).toEqual(['a'])
  now += 5 * minute
  expect(holds('a')).toEqual([])
  expect(cache.size).toBe(0)
})

test('drops every entry half an hour after it was unlocked, however often it is used', () => {
  put('a')
  for (let i = 0; i < 7; i++) {
    now += 4 * minute
    expect(holds('a')).toEqual(['a'])
  }
  now += 2 * minute
  expect(holds('a')).toEqual([])
})

test('keeps a user’s four most recently used entries', () => {
  for (const slot of ['a', 'b', 'c', 'd']) put(slot)
  cache.find('a')
  put('e')
  expect(holds('a', 'b', 'c', 'd', 'e')).toEqual(['a', 'c', 'd', 'e'])
  put('e')
  expect(cache.size).toBe(4)
})

test('keeps at most the maximum per process, and evicts the least recently used', () => {
  for (let user = 1; user <= 6; user++) put(`of ${user}`, user)
  cache.find('of 1')
  put('of 7', 7)
  expect(holds('of 1', 'of 2', 'of 3', 'of 7')).toEqual(['of 1', 'of 3', 'of 7'])
})

test('drops by slot, by session and by user', () => {
  put('a', 1, 'first')
  put('b', 1, 'second')
  put('c', 2, 'third')
  cache.drop('x')
  cache.dropSession('first')
  expect(holds('a', 'b', 'c')).toEqual(['b', 'c'])
  put('a', 1, 'first')
  cache.dropUser(1, 'second')
  expect(holds('a', 'b', 'c')).toEqual(['b', 'c'])
  cache.dropUser(1)
  expect(holds('a', 'b', 'c')).toEqual(['c'])
  cache.drop('c')
  expect(cache.size).toBe(0)
})

test('sweeping drops expired entries only', () => {
  put('a')
  now += 4 * minute
  put('b')
  now += minute
  cache.sweep()
  expect(cache.size).toBe(1)
  expect(holds('b')).toEqual(['b'])
})
