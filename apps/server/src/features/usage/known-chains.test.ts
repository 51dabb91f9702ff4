import { beforeEach, expect, test } from 'vitest'
import { createKnownChains, type KnownChains } from './known-chains.ts'

let now: number
let chains: KnownChains
beforeEach(() => {
  now = 0
  chains = createKnownChains({ clock: () => now })
})

const link = Buffer.alloc(32, 1)
const end = (projectId: number, sequence: number) => ({ projectId, sequence, at: 5, link })

test('knows the end that was noted last', () => {
  expect(chains.endOf(1)).toBeUndefined()
  chains.note([end(1, 4), end(2, 9)])
  chains.note([end(1, 5)])
  expect([chains.endOf(1), chains.endOf(2)]).toEqual([end(1, 5), end(2, 9)])
})

test('a chain to which other nodes write is stale for ten seconds', () => {
  chains.note([end(1, 4), end(2, 4)])
  chains.shared([1])
  expect([1, 2, 3].map(chains.isStale)).toEqual([true, false, false])
  now += 10_000
  expect(chains.isStale(1)).toBe(false)
})

test('does not go back to an end that was read before its own commit', () => {
  chains.noteRead([end(1, 7)])
  chains.note([end(1, 8)])
  chains.noteRead([end(1, 7)])
  expect(chains.endOf(1)?.sequence).toBe(8)
  chains.noteRead([end(1, 9)])
  expect(chains.endOf(1)?.sequence).toBe(9)
})

test('a chain that is locked first, for a second, is not read', () => {
  chains.shared([1])
  chains.lockFirst([1])
  expect([chains.isLockedFirst(1), chains.isStale(1)]).toEqual([true, false])
  now += 1_000
  expect([chains.isLockedFirst(1), chains.isStale(1)]).toEqual([false, true])
})
