import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { recoverMasterPassword as endpoint } from '@envhold/contract/keyring.ts'
import type { KeyPairSeed } from '@envhold/integrity/key.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import { openWithRecoveryKey, parseRecoveryKey } from '@envhold/vault/recovery-key.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { transactOnce } from '../audit-log/tx.ts'
import { sessionCount } from '../sessions/secret-limits.ts'
import { clearAttempts } from '../users/attempt-store.ts'
import type { Keyring } from './keyring.ts'
import { limitUnlocking } from './limit-unlocking.ts'
import { makeUserKey } from './make-user-key.ts'
import { notifyUser } from './notify-user.ts'
import { rememberSeed } from './open-seed.ts'
import { findUserKey, replaceUserKey, type UserKey } from './user-key-store.ts'

const wrong = () => new AppError('INVALID_CREDENTIALS', { message: 'The recovery key is incorrect.' })

/** Opens the key pair with the recovery key, and seals it under a new master password and a new recovery key. */
export async function recoverMasterPassword(
  ctx: Context,
  ring: Keyring,
  { caller, body, origin, reservation }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { userId, username } = caller
  const before = await findUserKey(ctx, userId)
  if (!before) throw new AppError('MASTER_PASSWORD_REQUIRED')
  const recovering = { kind: 'recovery', caller, origin } as const
  const seed = await limitUnlocking(ctx, recovering, async () => openByRecoveryKey(before, body.recoveryKey))
  if (!seed) {
    const description = `A wrong recovery key was given for ${username}`
    await ring.recorder.record({ type: 'unauthorized_access', severity: 'high', description, userId, origin })
    throw wrong()
  }
  const masterPassword = body.newMasterPassword
  const keyVersion = before.key_version
  const { key, recoveryKey } = await makeUserKey(ctx, ring, {
    userId,
    keyVersion,
    seed,
    masterPassword,
    origin,
  })
  await transactOnce(ctx, { userId, origin }, reservation, async (tx) => {
    if (!(await replaceUserKey(tx, before, key))) throw wrong()
    tx.revoked({ kind: 'master_password', userId })
    await notifyUser(tx, userId, origin, 'recoveryKeyUsed', 'masterPasswordRecovered')
    const description = `${username} set a new master password with the recovery key`
    tx.record({ type: 'master_password_recovered', severity: 'high', description })
  })
  const locked = sessionCount('master-password', caller.session.id)
  await clearAttempts(ctx, locked.rule, locked.identity)
  ring.cache.dropUser(userId)
  rememberSeed(ring, { caller, masterPassword }, { stored: key, seed: seed })
  return { message: 'Master password recovered. Keep the new recovery key safe.', recoveryKey }
}

function openByRecoveryKey(stored: UserKey, text: string): KeyPairSeed | undefined {
  const { user_id: user, key_version: keyVersion, public_key: publicKey, sealed_recovery } = stored
  try {
    return openWithRecoveryKey({ user, keyVersion, publicKey }, parseRecoveryKey(text), sealed_recovery)
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}
