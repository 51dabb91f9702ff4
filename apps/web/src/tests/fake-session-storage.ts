import { vi } from 'vitest'

/** Gives the tests of a page's code that run without a browser an empty `sessionStorage`, until it is unstubbed. */
export function fakeSessionStorage(): Map<string, string> {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  return stored
}
