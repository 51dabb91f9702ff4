import type { ReadableStore } from '../../ui/create-store.ts'
import { createStore } from '../../ui/create-store.ts'
import { UnlockCancelledError } from '../prompt-cancelled.ts'

/** The first step of the prompt: the password, or the recovery key. */
export type UnlockPromptStart = 'password' | 'recovery'

/** One prompt at a time, null while it is closed; callers that ask while it is open share its answer. */
export interface UnlockPrompt extends ReadableStore<UnlockPromptStart | null> {
  /** Resolves once a master password is held. @throws UnlockCancelledError when the person closes the prompt. */
  ask(start?: UnlockPromptStart): Promise<void>
  /** Called by the prompt itself. */
  settle(answer: 'opened' | 'closed'): void
}

export function createUnlockPrompt(): UnlockPrompt {
  const { set, ...readable } = createStore<UnlockPromptStart | null>(null)
  let pending: PromiseWithResolvers<void> | null = null
  return {
    ...readable,
    ask(start = 'password') {
      if (pending) return pending.promise
      pending = Promise.withResolvers<void>()
      set(start)
      return pending.promise
    },
    settle(answer) {
      const waiting = pending
      pending = null
      set(null)
      if (answer === 'opened') waiting?.resolve()
      else waiting?.reject(new UnlockCancelledError())
    },
  }
}
