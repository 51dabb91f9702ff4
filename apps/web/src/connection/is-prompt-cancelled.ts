import { isProtectionCancelled } from './session/protection-prompt.ts'
import { isStepUpCancelled } from './session/step-up-prompt.ts'
import { isUnlockCancelled } from './vault/unlock-prompt.ts'

/** The user closed a question that the page asked before a call. That is not an error. */
export const isPromptCancelled = (error: unknown): boolean =>
  isUnlockCancelled(error) || isStepUpCancelled(error) || isProtectionCancelled(error)
