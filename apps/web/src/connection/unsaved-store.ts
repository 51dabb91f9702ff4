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
  isAsking(): boolean
  /** Said by the question itself. */
  answer(leave: boolean): void
  /** Nobody is asked any more: who typed it is gone. */
  forget(): void
  subscribe(listener: () => void): () => void
}

export function createUnsavedStore(): UnsavedStore {
  const listeners = new Set<() => void>()
  let entries = new Map<symbol, Unsaved>()
  let asked: PromiseWithResolvers<boolean> | null = null
  const become = (next: PromiseWithResolvers<boolean> | null) => {
    asked = next
    for (const listener of listeners) listener()
  }
  const answer = (leave: boolean) => {
    const waiting = asked
    become(null)
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
      if (!asked) become(Promise.withResolvers<boolean>())
      return asked?.promise ?? Promise.resolve(true)
    },
    isAsking: () => asked !== null,
    answer,
    forget() {
      entries = new Map()
      answer(true)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
