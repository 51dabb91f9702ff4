import { describe, expect, it, test, vi } from 'vitest'
import { createDeviceTokens, createSessionStore } from './session-store.ts'

const token = `ses_${'a1B2c3D4e5F6g'}_${'0'.repeat(49)}`

const storageWith = (entries: Record<string, string>) => {
  const items = new Map(Object.entries(entries))
  return {
    held: items,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  }
}

describe('the session store', () => {
  it('restores what is stored', () => {
    const store = createSessionStore(storageWith({ token, username: 'ada' }))
    expect(store.read()).toEqual({ token, username: 'ada' })
  })

  it.each([
    { token },
    { username: 'ada' },
    { token: '', username: 'ada' },
    { token, username: '  ' },
    { token: 'undefined', username: 'ada' },
    { token: 'ses_short', username: 'ada' },
    { token: `${token}"`, username: 'ada' },
  ])('clears %j', (stored) => {
    const storage = storageWith(stored as Record<string, string>)
    expect(createSessionStore(storage).read()).toBeNull()
    expect([...storage.held.keys()]).toEqual([])
  })

  it('stores under token and username, tells its listeners, and touches nothing else', () => {
    const storage = storageWith({ theme: 'dark' })
    const store = createSessionStore(storage)
    const listener = vi.fn()
    const stop = store.subscribe(listener)
    store.save({ token, username: 'ada' })
    expect(Object.fromEntries(storage.held)).toEqual({ theme: 'dark', token, username: 'ada' })
    store.clear()
    expect(Object.fromEntries(storage.held)).toEqual({ theme: 'dark' })
    expect(store.read()).toBeNull()
    expect(listener).toHaveBeenCalledTimes(2)
    stop()
    store.save({ token, username: 'ada' })
    expect(listener).toHaveBeenCalledTimes(2)
  })
})

describe('a session that goes on under another token', () => {
  const other = `ses_${'a1B2c3D4e5F6g'}_${'1'.repeat(49)}`

  it('takes over what another tab stored, for the same user only', () => {
    const storage = storageWith({ token, username: 'ada' })
    const store = createSessionStore(storage)
    storage.setItem('token', other)
    expect(store.adopt()).toBe(true)
    expect(store.read()).toEqual({ token: other, username: 'ada' })
    storage.setItem('username', 'grace')
    storage.setItem('token', token)
    expect(store.adopt()).toBe(false)
    expect(store.read()).toEqual({ token: other, username: 'ada' })
  })

  it('knows its user by the account, whatever the username is', () => {
    const storage = storageWith({ token, username: 'ada', 'account-id': '1' })
    const [here, there] = [createSessionStore(storage), createSessionStore(storage)]
    there.save({ token, username: 'lovelace', accountId: '1' })
    expect(here.adopt()).toBe(true)
    expect(here.read()?.username).toBe('lovelace')
    here.renew(other)
    expect(Object.fromEntries(storage.held)).toEqual({
      token: other,
      username: 'lovelace',
      'account-id': '1',
    })
    there.save({ token, username: 'lovelace', accountId: '2' })
    expect(here.adopt()).toBe(false)
    expect(here.read()?.token).toBe(other)
    there.clear()
    expect([...storage.held.keys()]).toEqual([])
  })

  it('stays stored when a page that was loaded without it clears its own', () => {
    const storage = storageWith({})
    const [here, there] = [createSessionStore(storage), createSessionStore(storage)]
    there.save({ token, username: 'ada', accountId: '1' })
    here.clear()
    expect(Object.fromEntries(storage.held)).toEqual({ token, username: 'ada', 'account-id': '1' })
  })

  it('waits for a token that another tab is waiting for', async () => {
    const storage = storageWith({ token, username: 'ada' })
    const [here, there] = [createSessionStore(storage), createSessionStore(storage)]
    const answer = Promise.withResolvers<void>()
    const renewal = there.renewing(async () => {
      await answer.promise
      there.renew(other)
    })
    const continues = here.continues(token)
    answer.resolve()
    await renewal
    expect(await continues).toBe(true)
    expect(here.read()?.token).toBe(other)
    expect([...storage.held.keys()].toSorted()).toEqual(['token', 'username'])
  })

  it('has ended if no other token is stored or on its way', async () => {
    const store = createSessionStore(storageWith({ token, username: 'ada' }))
    expect(await store.continues(token)).toBe(false)
  })

  it.each([undefined, 7, 'ppt_x', { token: other }])('ignores %j in an answer', (stored) => {
    const store = createSessionStore(storageWith({ token, username: 'ada' }))
    store.renew(stored)
    expect(store.read()?.token).toBe(token)
  })
})

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
