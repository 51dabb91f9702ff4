import type { ReadableStore } from '../../ui/create-store.ts'
import { createStore } from '../../ui/create-store.ts'

/** Input that is not saved, or a secret that is shown once. */
export type Unsaved = 'typed' | 'shown'

/** Everything on the page that leaving would lose. Navigation asks here first. */
export interface UnsavedStore {
  /** Marks something as unsaved until the returned function is called. */
  add(what?: Unsaved): () => void
  any(): boolean
  /** Whether a secret that is shown once is on the page. */
  anyShown(): boolean
  /** Whether to continue: true if nothing is unsaved, otherwise the user's answer. */
  mayLeave(): Promise<boolean>
  /** Whether the question is open. */
  readonly isAsking: ReadableStore<boolean>
  /** Called by the question itself. */
  answer(leave: boolean): void
  /** Clears everything and allows navigation: the user signed out. */
  forget(): void
}

export function createUnsavedStore(): UnsavedStore {
  const isAsking = createStore(false)
  let entries = new Map<symbol, Unsaved>()
  let pending: PromiseWithResolvers<boolean> | null = null
  const answer = (leave: boolean) => {
    const waiting = pending
    pending = null
    isAsking.set(false)
    waiting?.resolve(leave)
  }
  return {
    add(what = 'typed') {
      const mark = Symbol()
      entries.set(mark, what)
      return () => void entries.delete(mark)
    },
    any: () => entries.size > 0,
    anyShown: () => [...entries.values()].includes('shown'),
    mayLeave() {
      if (entries.size === 0) return Promise.resolve(true)
      pending ??= Promise.withResolvers<boolean>()
      isAsking.set(true)
      return pending.promise
    },
    isAsking,
    answer,
    forget() {
      entries = new Map()
      answer(true)
    },
  }
}
