import { expect, test } from 'vitest'
import { createDeviceTokens } from './device-tokens.ts'

function storage(initial?: string) {
  const items = new Map(initial === undefined ? [] : [['device-tokens', initial]])
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}

test('finds the token of an account by e-mail address and username, in any spelling', () => {
  const kept = storage()
  createDeviceTokens(kept).save(['Ada@Example.com', 'ada'], 'dev_one')
  createDeviceTokens(kept).save(['bob@example.com', 'bob'], 'dev_two')
  const later = createDeviceTokens(kept)
  expect(['ada@example.com', ' ADA ', 'bob', 'cyd'].map(later.find)).toEqual([
    'dev_one',
    'dev_one',
    'dev_two',
    undefined,
  ])
})

test('a newer token replaces the older one, and the oldest accounts go', () => {
  const tokens = createDeviceTokens(storage())
  for (let n = 0; n < 20; n++) tokens.save([`${n}@example.com`, `user-${n}`], `dev_${n}`)
  tokens.save(['19@example.com', 'user-19'], 'dev_new')
  expect(tokens.find('user-19')).toBe('dev_new')
  expect(tokens.find('user-5')).toBe('dev_5')
  expect(tokens.find('user-4')).toBeUndefined()
})

test.each(['not JSON', '{}', '[["ada"]]', '[["ada", 1]]', '[["ada", "ses_secret"]]', 'null'])(
  'takes %s for nothing',
  (stored) => {
    const tokens = createDeviceTokens(storage(stored))
    expect(tokens.find('ada')).toBeUndefined()
    tokens.save(['ada'], 'dev_one')
    expect(tokens.find('ada')).toBe('dev_one')
  },
)
