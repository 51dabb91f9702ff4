/**
 * One password for both secrets opens the vault to anyone who learns it. Comparing is an attempt at the other secret and
 * counts as one, so that nobody can guess it here. During a lock nothing is compared.
 */

import { VaultError } from '@envhold/integrity/vault-error.ts'
import { openUserKey } from '@envhold/vault/user-key.ts'
import { AppError, invalidField } from '../../../app-error.ts'
import type { SessionCaller } from '../../../http/caller.ts'
import type { Origin } from '../../../http/route.ts'
import { type VaultWorld, vaultCaller } from '../../keyring/keyring.ts'
import { limitUnlocking } from '../../keyring/open-seed.ts'
import { findUserKey } from '../../keyring/user-key-store.ts'
import { findUser, hasPassword } from '../../users/user-store.ts'
import { checkOwnPassword } from '../step-up/confirm-session.ts'

interface Call {
  readonly caller: SessionCaller
  readonly origin: Origin
  readonly body: { readonly confirmSamePassword?: boolean | undefined }
}

const rejection = (message: string) => invalidField('confirmSamePassword', message)

/**
 * Rejects the sign-in password as a new master password, unless the call confirms it.
 * @throws AppError VALIDATION_FAILED at `confirmSamePassword`, UNAVAILABLE
 */
export async function rejectSignInPassword(
  ctx: VaultWorld,
  call: Call,
  masterPassword: string,
): Promise<void> {
  if (call.body.confirmSamePassword) return
  const user = await findUser(ctx, call.caller.userId)
  if (!user || !hasPassword(user)) return
  const world = { ...ctx, limiter: ctx.keyring.limiter }
  const isSame = await unlessLocked(
    async () => (await checkOwnPassword(world, call, user, masterPassword)).isCorrect,
  )
  if (isSame)
    throw rejection(
      'This is the password you sign in with. Anyone who learns it could sign in and read every value.',
    )
}

/**
 * Rejects the master password as a new sign-in password, unless the call confirms it.
 * @throws AppError VALIDATION_FAILED at `confirmSamePassword`, UNAVAILABLE
 */
export async function rejectMasterPassword(ctx: VaultWorld, call: Call, password: string): Promise<void> {
  const { caller, origin, body } = call
  const { userId } = caller
  const stored = body.confirmSamePassword ? undefined : await findUserKey(ctx, userId)
  if (!stored) return
  const queue = <T>(work: () => Promise<T>) =>
    ctx.keyring.limiter.run(vaultCaller(userId, origin, origin.signal), work)
  const opens = async () => {
    const { key_version: keyVersion, public_key: publicKey, sealed: blob } = stored
    const at = { user: userId, keyVersion, publicKey, serverSecrets: ctx.secrets }
    try {
      return await openUserKey({ ...at, blob, masterPassword: password })
    } catch (error) {
      if (error instanceof VaultError) return undefined
      throw error
    }
  }
  const attempt = { kind: 'master-password', caller, origin, queue } as const
  if (await unlessLocked(() => limitUnlocking(ctx, attempt, opens)))
    throw rejection('This is your master password. Anyone who learns it could sign in and read every value.')
}

async function unlessLocked<T>(check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof AppError && error.code === 'LOCKED_OUT') return undefined
    throw error
  }
}
