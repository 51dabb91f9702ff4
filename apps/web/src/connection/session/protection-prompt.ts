import type { ApiError } from '@envhold/client/api-error.ts'
import { createStore, type ReadableStore } from '../../ui/create-store.ts'

type ProtectedLoss = NonNullable<ApiError['loss']>

/** Asks before a protected environment loses something: what it would lose while the question is open, else null. */
export interface ProtectionPrompt extends ReadableStore<ProtectedLoss | null> {
  /** Whether the user confirmed. Questions that come together are asked one after the other. */
  ask(loss: ProtectedLoss): Promise<boolean>
  /** Called by the dialog itself. */
  settle(isConfirmed: boolean): void
}

export function createProtectionPrompt(): ProtectionPrompt {
  const { set, ...readable } = createStore<ProtectedLoss | null>(null)
  let pending: PromiseWithResolvers<boolean> | null = null
  let queue: Promise<unknown> = Promise.resolve()
  const open = (loss: ProtectedLoss) => {
    pending = Promise.withResolvers<boolean>()
    set(loss)
    return pending.promise
  }
  return {
    ...readable,
    ask(loss) {
      const answer = queue.then(() => open(loss))
      queue = answer
      return answer
    },
    settle(isConfirmed) {
      const waiting = pending
      pending = null
      set(null)
      waiting?.resolve(isConfirmed)
    },
  }
}
