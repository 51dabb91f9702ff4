import { ApiError } from '@envhold/client/api-error.ts'

/** The user closed the question for the master password: the waiting action is cancelled, which is not an error. */
export class UnlockCanceledError extends Error {
  override readonly name = 'UnlockCancelledError'
  constructor() {
    super('Master password required')
  }
}

export const isUnlockCancelled = (error: unknown) => error instanceof UnlockCanceledError

/** The user closed a question that the page asked before a call. That is not an error. */
export const isPromptCanceled = (error: unknown): boolean =>
  isUnlockCancelled(error) ||
  (error instanceof ApiError && ['STEP_UP_REQUIRED', 'PROTECTED_ENVIRONMENT'].includes(error.code))
