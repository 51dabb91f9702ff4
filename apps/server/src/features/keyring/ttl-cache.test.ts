import { expect, test } from 'vitest'
import { createTtlCache } from './ttl-cache.ts'

const limits = { idleMs: 5, maxMs: 30, maxEntries: 3 }

test('evicts the least recently used entries beyond its number or its bytes', () => {
  const cache = createTtlCache<string>(() => 0, {
    ...limits,
    size: { max: 10, of: (value) => value.length },
  })
  for (const name of ['a', 'b', 'c', 'd']) cache.put(name, name)
  expect(cache.values().toSorted()).toEqual(['b', 'c', 'd'])
  cache.find('b')
  cache.put('e', '123456789')
  expect(cache.values().toSorted()).toEqual(['123456789', 'b'])
})

test('does not keep an entry that alone has more bytes, nor what it would have replaced', () => {
  const cache = createTtlCache<string>(() => 0, {
    ...limits,
    size: { max: 10, of: (value) => value.length },
  })
  cache.put('a', 'old')
  cache.put('b', 'other')
  cache.put('a', 'longer than ten')
  expect(cache.find('a')).toBeUndefined()
  expect(cache.find('b')).toBe('other')
})
