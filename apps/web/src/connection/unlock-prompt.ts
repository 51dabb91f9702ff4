/** The person closed the prompt: what waited for it does not happen, and nothing went wrong. */
export class GateClosedError extends Error {
  override readonly name = 'GateClosedError'
  constructor() {
    super('Master password required')
  }
}

export const isGateClosed = (error: unknown) => error instanceof GateClosedError

/** Where the prompt begins: with the password, or with the recovery key of somebody who forgot it. */
export type PromptStart = 'password' | 'recovery'

/** One prompt at a time; whoever asks while it is open waits for the same answer. */
export interface PromptStore {
  isOpen(): boolean
  start(): PromptStart
  /** Resolves once a master password is held. @throws GateClosedError when the person closes the prompt. */
  ask(start?: PromptStart): Promise<void>
  /** Said by the prompt itself. */
  settle(answer: 'opened' | 'closed'): void
  subscribe(listener: () => void): () => void
}

export function createPromptStore(): PromptStore {
  const listeners = new Set<() => void>()
  let asked: PromiseWithResolvers<void> | null = null
  let begins: PromptStart = 'password'
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
      else waiting?.reject(new GateClosedError())
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
