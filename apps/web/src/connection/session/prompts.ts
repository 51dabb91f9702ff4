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

type AuthMethod = ApiError['methods'][number]

/**
 * Asks for a proof of identity: the accepted methods while it is open, else null. Calls that need one at the same time
 * share its answer.
 */
export interface StepUpPrompt extends ReadableStore<readonly AuthMethod[] | null> {
  /** Whether the user proved who they are. */
  ask(methods: readonly AuthMethod[]): Promise<boolean>
  /** Called by the dialog itself. */
  settle(isConfirmed: boolean): void
}

export function createStepUpPrompt(): StepUpPrompt {
  const { set, ...readable } = createStore<readonly AuthMethod[] | null>(null)
  let pending: PromiseWithResolvers<boolean> | null = null
  return {
    ...readable,
    ask(methods) {
      if (pending) return pending.promise
      pending = Promise.withResolvers<boolean>()
      set(methods)
      return pending.promise
    },
    settle(isConfirmed) {
      const waiting = pending
      pending = null
      set(null)
      waiting?.resolve(isConfirmed)
    },
  }
}
