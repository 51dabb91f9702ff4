/** The person closed the prompt: what waited for it does not happen, and nothing went wrong. */
export class UnlockCancelledError extends Error {
  override readonly name = 'UnlockCancelledError'
  constructor() {
    super('Master password required')
  }
}

export const isUnlockCancelled = (error: unknown) => error instanceof UnlockCancelledError

/** Where the prompt begins: with the password, or with the recovery key of somebody who forgot it. */
export type UnlockPromptStart = 'password' | 'recovery'

/** One prompt at a time; whoever asks while it is open waits for the same answer. */
export interface UnlockPrompt {
  isOpen(): boolean
  start(): UnlockPromptStart
  /** Resolves once a master password is held. @throws UnlockCancelledError when the person closes the prompt. */
  ask(start?: UnlockPromptStart): Promise<void>
  /** Said by the prompt itself. */
  settle(answer: 'opened' | 'closed'): void
  subscribe(listener: () => void): () => void
}

export function createUnlockPrompt(): UnlockPrompt {
  const listeners = new Set<() => void>()
  let asked: PromiseWithResolvers<void> | null = null
  let begins: UnlockPromptStart = 'password'
  const become = (next: PromiseWithResolvers<void> | null) => {
    asked = next
    for (const listener of listeners) listener()
  }
  return {
    isOpen: () => asked !== null,
    start: () => begins,
    ask(start = 'password') {
      if (!asked) begins = start
      if (!asked) become(Promise.withResolvers<void>())
      return asked?.promise ?? Promise.resolve()
    },
    settle(answer) {
      const waiting = asked
      become(null)
      if (answer === 'opened') waiting?.resolve()
      else waiting?.reject(new UnlockCancelledError())
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
