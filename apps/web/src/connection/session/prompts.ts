import type { ApiError } from '@envhold/client/api-error.ts'
import { createStore, type ReadableStore } from '../../ui/create-store.ts'

/** A question to the user: what it is about while it is open, else null. */
interface Prompt<T> extends ReadableStore<T | null> {
  /** Whether the user confirmed. */
  ask(about: T): Promise<boolean>
  /** Called by the dialog itself. */
  settle(isConfirmed: boolean): void
}

export interface StepUpRequest {
  /** The accepted methods. */
  readonly methods: ApiError['methods']
  /** The tag of the call that needs it. */
  readonly tag: string
}

/** Asks for a proof of identity. Calls that need one at the same time share its answer. */
export type StepUpPrompt = Prompt<StepUpRequest>

/** Asks before a protected environment loses something: what it would lose. Questions come one after the other. */
export type ProtectionPrompt = Prompt<NonNullable<ApiError['loss']>>

function createPrompt<T>(): Prompt<T> & { answer(): Promise<boolean> | undefined } {
  const { set, ...readable } = createStore<T | null>(null)
  let pending: PromiseWithResolvers<boolean> | null = null
  return {
    ...readable,
    answer: () => pending?.promise,
    ask(about) {
      pending = Promise.withResolvers<boolean>()
      set(about)
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

export function createStepUpPrompt(): StepUpPrompt {
  const { answer, ...prompt } = createPrompt<StepUpRequest>()
  return { ...prompt, ask: (request) => answer() ?? prompt.ask(request) }
}

export function createProtectionPrompt(): ProtectionPrompt {
  const { answer: _, ...prompt } = createPrompt<NonNullable<ApiError['loss']>>()
  let queue: Promise<unknown> = Promise.resolve()
  return {
    ...prompt,
    ask(loss) {
      const answer = queue.then(() => prompt.ask(loss))
      queue = answer
      return answer
    },
  }
}
