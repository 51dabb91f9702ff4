import { ApiError } from '@envhold/client/api-error.ts'
import { createStore, type ReadableStore, type Store } from '../../ui/create-store.ts'
import { UnlockCanceledError } from '../prompt-cancelled.ts'

/** Runs an action that needs the vault, after asking for the master password if none is held. */
export type WithUnlockedVault = <T>(action: () => Promise<T>) => Promise<T>

const isMasterPasswordRejection = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.code === 'MASTER_PASSWORD_REQUIRED' || error.code === 'INVALID_MASTER_PASSWORD')

const changedText = 'Your master password was changed. Enter the new one.'

interface Options {
  readonly vault: VaultStore
  readonly unlockPrompt: UnlockPrompt
  readonly lockReason: Pick<Store<string | null>, 'set'>
}

/**
 * The action's input stays in its closure, so it runs with what was typed before the prompt opened. If the server
 * rejects the held password (it was changed elsewhere), the password is cleared and asked for again, and the action
 * runs once more: without asking, if the vault has another password by then.
 */
export function createWithUnlockedVault({ vault, unlockPrompt, lockReason }: Options): WithUnlockedVault {
  return async (action) => {
    if (vault.read() === null) await unlockPrompt.ask()
    const secret = vault.read()
    try {
      return await action()
    } catch (error) {
      if (!isMasterPasswordRejection(error)) throw error
      if (vault.read() === secret) {
        vault.lock()
        if (error.code === 'INVALID_MASTER_PASSWORD' && typeof secret === 'string')
          lockReason.set(changedText)
      }
      if (vault.read() === null) await unlockPrompt.ask()
      return action()
    }
  }
}

/** The first step of the prompt: the password, or the recovery key. */
type UnlockPromptStart = 'password' | 'recovery'

/** One prompt at a time, null while it is closed; callers that ask while it is open share its answer. */
export interface UnlockPrompt extends ReadableStore<UnlockPromptStart | null> {
  /** Resolves once a master password is held. @throws UnlockCanceledError when the person closes the prompt. */
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
      else waiting?.reject(new UnlockCanceledError())
    },
  }
}

/** What a passkey gave to open the vault: the value of the header `x-passkey-unlock`. */
interface PasskeySecret {
  readonly passkeyUnlock: string
}

/** The master password, or what takes its place. */
export type VaultSecret = string | PasskeySecret

/**
 * What opens the vault, in the memory of the tabs of one session and nowhere else: without another tab a reload forgets
 * it.
 */
export interface VaultStore extends ReadableStore<VaultSecret | null> {
  hold(secret: VaultSecret): void
  lock(): void
}

export function createVaultStore(): VaultStore {
  const { set, ...readable } = createStore<VaultSecret | null>(null)
  return { ...readable, hold: set, lock: () => set(null) }
}

/** The request header that opens the vault. */
export function vaultHeader(secret: VaultSecret | null): Record<string, string> {
  if (secret === null) return {}
  if (typeof secret === 'string') return { 'x-master-password': encodeURIComponent(secret) }
  return { 'x-passkey-unlock': secret.passkeyUnlock }
}
