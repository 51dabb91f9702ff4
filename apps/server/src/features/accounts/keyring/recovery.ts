/** The recovery key, which opens the key pair when the master password is lost. */

import * as security from '@envhold/contract/accounts/account-security.ts'
import * as contract from '@envhold/contract/keyring/keyring.ts'
import type { KeyPairSeed } from '@envhold/integrity/key.ts'
import { ifAccepted } from '@envhold/integrity/vault-error.ts'
import {
  newRecoveryKey,
  openWithRecoveryKey,
  parseRecoveryKey,
  sealForRecovery,
} from '@envhold/vault/recovery-key.ts'
import { AppError } from '../../../app-error.ts'
import { verb } from '../../../http/verb.ts'
import { recordWrongSecret } from '../../audit-log/activity-recorder.ts'
import { transactOnce } from '../../audit-log/tx.ts'
import type { VaultWorld } from '../../keyring/keyring.ts'
import { limitUnlocking, openSeed, rememberSeed } from '../../keyring/open-seed.ts'
import {
  checkOffRecoveryKey,
  findUserKey,
  replaceUserKey,
  type UserKey,
} from '../../keyring/user-key-store.ts'
import { sessionCount } from '../../sessions/secret-limits.ts'
import { clearAttempts } from '../../users/attempt-store.ts'
import { notifyOwner } from '../notify-owner.ts'
import { makeUserKey } from './make-user-key.ts'
import { rejectSignInPassword } from './reject-same-password.ts'

const wrong = () => new AppError('INVALID_CREDENTIALS', { message: 'The recovery key is incorrect.' })

/** Opens the key pair with the recovery key, and seals it under a new master password and a new recovery key. */
export const recoverMasterPassword = verb(contract.recoverMasterPassword, async (ctx: VaultWorld, call) => {
  const { caller, body, origin, reservation } = call
  const { userId, username } = caller
  const before = await findUserKey(ctx, userId)
  if (!before) throw new AppError('MASTER_PASSWORD_REQUIRED')
  const recovering = { kind: 'recovery', caller, origin } as const
  const seed = await limitUnlocking(ctx, recovering, async () => openByRecoveryKey(before, body.recoveryKey))
  if (!seed) {
    const description = `A wrong recovery key was given for ${username}`
    await recordWrongSecret(ctx.keyring.recorder, { userId, origin }, description, 'high')
    throw wrong()
  }
  const masterPassword = body.newMasterPassword
  await rejectSignInPassword(ctx, call, masterPassword)
  const keyVersion = before.key_version
  const { key, recoveryKey } = await makeUserKey(ctx, { userId, keyVersion, seed, masterPassword, origin })
  await transactOnce(ctx, { userId, origin }, reservation, async (tx) => {
    await tx.lock([userId])
    if (!(await replaceUserKey(tx, before, key))) throw wrong()
    tx.revoked({ kind: 'master_password', userId })
    await notifyOwner(tx, 'recoveryKeyUsed', {})
    await notifyOwner(tx, 'masterPasswordRecovered', {})
    const description = `${username} set a new master password with the recovery key`
    tx.record({ type: 'master_password_recovered', description })
  })
  const locked = sessionCount('master-password', caller.session.id)
  await clearAttempts(ctx, locked.rule, locked.identity)
  ctx.keyring.cache.dropUser(userId)
  rememberSeed(ctx.keyring, { caller, masterPassword }, { stored: key, seed })
  return { message: 'Master password recovered. Keep the new recovery key safe.', recoveryKey }
})

/** Seals the same key pair under another recovery key. The lost or exposed one stops working. */
export const renewRecoveryKey = verb(contract.renewRecoveryKey, async (ctx: VaultWorld, call) => {
  const { caller, body, origin, reservation } = call
  const { userId, username } = caller
  const before = await findUserKey(ctx, userId)
  if (!before) throw new AppError('MASTER_PASSWORD_REQUIRED')
  const seed = await openSeed(ctx, before, { caller, masterPassword: body.masterPassword, origin })
  const recoveryKey = newRecoveryKey()
  const at = { user: userId, keyVersion: before.key_version, seed }
  const sealed_recovery = sealForRecovery(at, parseRecoveryKey(recoveryKey))
  await transactOnce(ctx, { userId, origin }, reservation, async (tx) => {
    await tx.lock([userId])
    const { created_at: _, updated_at: __, mac: ___, ...key } = before
    if (!(await replaceUserKey(tx, before, { ...key, sealed_recovery })))
      throw new AppError('INVALID_MASTER_PASSWORD')
    tx.revoked({ kind: 'recovery_key', userId })
    await notifyOwner(tx, 'recoveryKeyRenewed', {})
    const description = `${username} created a new recovery key`
    tx.record({ type: 'recovery_key_renewed', description })
  })
  return { message: 'The recovery key is renewed. Keep the new one safe.', recoveryKey }
})

export const confirmRecoveryKey = verb(security.confirmRecoveryKey, async (ctx, { caller: { userId } }) => {
  await checkOffRecoveryKey(ctx, userId)
  return { message: 'Stored' }
})

function openByRecoveryKey(stored: UserKey, text: string): KeyPairSeed | undefined {
  const { user_id: user, key_version: keyVersion, public_key: publicKey, sealed_recovery } = stored
  const at = { user, keyVersion, publicKey }
  return ifAccepted(() => openWithRecoveryKey(at, parseRecoveryKey(text), sealed_recovery))
}
