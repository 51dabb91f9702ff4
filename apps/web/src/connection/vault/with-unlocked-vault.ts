import { ApiError } from '@envhold/client/api-error.ts'
import type { UnlockPrompt } from './unlock-prompt.ts'
import type { VaultStore } from './vault-store.ts'

/** Runs an action that needs the vault, after asking for the master password if none is held. */
export type WithUnlockedVault = <T>(action: () => Promise<T>) => Promise<T>

const isMasterPasswordRejection = (error: unknown) =>
  error instanceof ApiError &&
  (error.code === 'MASTER_PASSWORD_REQUIRED' || error.code === 'INVALID_MASTER_PASSWORD')

/**
 * The action's input stays in its closure, so it runs with what was typed before the prompt opened. If the server
 * rejects the held password (it was changed elsewhere), the password is cleared and asked for again, and the action
 * runs once more.
 */
export function createWithUnlockedVault({
  vault,
  unlockPrompt,
}: {
  vault: VaultStore
  unlockPrompt: UnlockPrompt
}): WithUnlockedVault {
  return async (action) => {
    if (vault.read() === null) await unlockPrompt.ask()
    try {
      return await action()
    } catch (error) {
      if (!isMasterPasswordRejection(error)) throw error
      vault.lock()
      await unlockPrompt.ask()
      return action()
    }
  }
}
