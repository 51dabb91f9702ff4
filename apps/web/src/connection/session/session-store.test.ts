import { describe, expect, it, vi } from 'vitest'
import { createSessionStore } from './session-store.ts'

const token = `ses_${'a1B2c3D4e5F6g'}_${'0'.repeat(49)}`

const storageWith = (given: Record<string, string>) => {
  const held = new Map(Object.entries(given))
  return {
    held,
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, value: string) => void held.set(name, value),
    removeItem: (name: string) => void held.delete(name),
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
