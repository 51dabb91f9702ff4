import { useSyncExternalStore } from 'react'

/** A value that lives outside of components. */
export interface ReadableStore<T> {
  read(): T
  /** @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void
}

export interface Store<T> extends ReadableStore<T> {
  /** Calls the listeners if the value has changed. */
  set(value: T): void
}

export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    read: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The value of a store, or a selection of it; the component renders again when it changes. */
export function useStore<T>(store: ReadableStore<T>): T
export function useStore<T, S>(store: ReadableStore<T>, select: (value: T) => S): S
export function useStore<T, S>(store: ReadableStore<T>, select?: (value: T) => S): T | S {
  return useSyncExternalStore(store.subscribe, () => (select ? select(store.read()) : store.read()))
}
