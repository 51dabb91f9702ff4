import type { ReadableStore } from '../../ui/create-store.ts'
import { createStore } from '../../ui/create-store.ts'

/** Input that is not saved or being sent, or a secret that is shown once. */
export type Unsaved = 'typed' | 'sent' | 'shown'

/** Everything on the page that leaving would lose. Navigation asks here first. */
export interface UnsavedStore {
  /** Marks something as unsaved until the returned function is called. */
  add(what?: Unsaved): () => void
  any(): boolean
  /** Whether a secret that is shown once is on the page. */
  anyShown(): boolean
  /** Whether to continue: true if nothing is unsaved or once that is so, otherwise the user's answer. */
  mayLeave(): Promise<boolean>
  /** Whether the question is open. */
  readonly isAsking: Pick<ReadableStore<boolean>, 'read'>
  /** What the open question is about. */
  readonly question: ReadableStore<Unsaved | undefined>
  /** Called by the question itself. */
  answer(leave: boolean): void
  /** Clears everything and allows navigation: the user signed out. */
  forget(): void
}

export function createUnsavedStore(): UnsavedStore {
  const question = createStore<Unsaved | undefined>(undefined)
  let entries = new Map<symbol, Unsaved>()
  let pending: PromiseWithResolvers<boolean> | null = null
  const answer = (leave: boolean) => {
    const waiting = pending
    pending = null
    question.set(undefined)
    waiting?.resolve(leave)
  }
  const has = (what: Unsaved) => [...entries.values()].includes(what)
  const ask = () => question.set(has('shown') ? 'shown' : has('typed') ? 'typed' : 'sent')
  const update = () => {
    if (!pending) return
    if (entries.size === 0) answer(true)
    else ask()
  }
  return {
    add(what = 'typed') {
      const mark = Symbol()
      entries.set(mark, what)
      // What replaces it is added in the same task.
      queueMicrotask(update)
      return () => {
        entries.delete(mark)
        queueMicrotask(update)
      }
    },
    any: () => entries.size > 0,
    anyShown: () => has('shown'),
    mayLeave() {
      if (entries.size === 0) return Promise.resolve(true)
      pending ??= Promise.withResolvers<boolean>()
      ask()
      return pending.promise
    },
    question,
    isAsking: { read: () => question.read() !== undefined },
    answer,
    forget() {
      entries = new Map()
      answer(true)
    },
  }
}
