import { describe, expect, it, vi } from 'vitest'
import { createStore } from './create-store.ts'

describe('a store', () => {
  it('holds the last value that was set', () => {
    const store = createStore<string | null>(null)
    expect(store.read()).toBeNull()
    store.set('a')
    expect(store.read()).toBe('a')
  })

  it('calls its listeners after each change, until they unsubscribe', () => {
    const store = createStore(0)
    const seen: number[] = []
    const unsubscribe = store.subscribe(() => seen.push(store.read()))
    store.set(1)
    store.set(2)
    unsubscribe()
    store.set(3)
    expect(seen).toEqual([1, 2])
  })

  it('calls nobody when the same value is set again', () => {
    const store = createStore(1)
    const listener = vi.fn()
    store.subscribe(listener)
    store.set(1)
    expect(listener).not.toHaveBeenCalled()
  })
})
