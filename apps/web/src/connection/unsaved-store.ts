/** What was typed and not saved, all over the page: whoever leads away from it asks here first. */
export interface UnsavedStore {
  /** Something is unsaved until the answered function is called. */
  note(): () => void
  any(): boolean
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
  let noted = new Set<symbol>()
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
    note() {
      const mark = Symbol()
      noted.add(mark)
      return () => void noted.delete(mark)
    },
    any: () => noted.size > 0,
    mayLeave() {
      if (noted.size === 0) return Promise.resolve(true)
      if (!asked) become(Promise.withResolvers<boolean>())
      return asked?.promise ?? Promise.resolve(true)
    },
    isAsking: () => asked !== null,
    answer,
    forget() {
      noted = new Set()
      answer(true)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
