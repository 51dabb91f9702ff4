import type { ReadableStore } from '../../ui/create-store.ts'
import { createStore } from '../../ui/create-store.ts'

/** Typed and not saved, or shown this once and perhaps not kept. */
export type Unsaved = 'typed' | 'shown'

/** What would be lost, all over the page: whoever leads away from it asks here first. */
export interface UnsavedStore {
  /** Something is unsaved until the answered function is called. */
  add(what?: Unsaved): () => void
  any(): boolean
  /** Whether something shows that nobody can show again. */
  anyShown(): boolean
  /** Whether to go on: yes where nothing is unsaved, otherwise what the person answers. */
  mayLeave(): Promise<boolean>
  /** Whether the question is open. */
  readonly isAsking: ReadableStore<boolean>
  /** Called by the question itself. */
  answer(leave: boolean): void
  /** Forgets everything and lets everybody leave: who typed it is gone. */
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
