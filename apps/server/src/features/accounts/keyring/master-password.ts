/** The master password, under which a user's key pair is sealed. */

import * as contract from '@envhold/contract/keyring/keyring.ts'
import { readMasterPasswordStatus as status } from '@envhold/contract/keyring/master-password-status.ts'
import { keyPairFromSeed, newSeed } from '@envhold/vault/key-pair.ts'
import { sealUserKey } from '@envhold/vault/user-key.ts'
import { AppError, conflict } from '../../../app-error.ts'
import { ifTaken } from '../../../db/storage-errors.ts'
import { verb } from '../../../http/verb.ts'
import { transactOnce } from '../../audit-log/tx.ts'
import { type VaultWorld, vaultCaller } from '../../keyring/keyring.ts'
import { openSeed, rememberSeed } from '../../keyring/open-seed.ts'
import { insertPrincipal } from '../../keyring/principal-store.ts'
import { unlock } from '../../keyring/unlock.ts'
import { findUserKey, hasUserKey, insertUserKey, replaceUserKey } from '../../keyring/user-key-store.ts'
import { markProved } from '../../sessions/device-store.ts'
import { notifyOwner } from '../notify-owner.ts'
import { makeUserKey } from './make-user-key.ts'
import { rejectSignInPassword } from './reject-same-password.ts'
import { replaceKeyPair } from './replace-key-pair.ts'

export const readMasterPasswordStatus = verb(status, async (ctx, { caller }) => ({
  hasMasterPassword: await hasUserKey(ctx, caller.userId),
}))

const exists = () => conflict('A master password already exists for this account.')

/** Creates the user's key pair. From then on environments can be sealed to the user. */
export const setUpMasterPassword = verb(contract.setUpMasterPassword, async (ctx: VaultWorld, call) => {
  const { caller, origin, reservation } = call
  const { masterPassword } = call.body
  const { userId, username, deviceId } = caller
  if (await findUserKey(ctx, userId)) throw exists()
  await rejectSignInPassword(ctx, call, masterPassword)
  const { key, seed, recoveryKey } = await makeUserKey(ctx, {
    userId,
    keyVersion: 1,
    seed: newSeed(),
    masterPassword,
    origin,
  })
  const stored = transactOnce(ctx, { userId, origin }, reservation, async (tx) => {
    await tx.lock([userId])
    await insertUserKey(tx, key)
    await insertPrincipal(tx, {
      kind: 'user',
      id: String(userId),
      user_id: userId,
      project_id: null,
      all_environments: 0,
      public_key: key.public_key,
    })
    if (deviceId !== null) await markProved(tx, { userId, deviceId }, 'vault_opened_at')
    await notifyOwner(tx, 'masterPasswordSet', {})
    const description = `${username} set a master password`
    tx.record({ type: 'master_password_set', description })
  })
  await ifTaken(stored, exists)
  rememberSeed(ctx.keyring, { caller, masterPassword }, { stored: key, seed })
  return { message: 'Master password set successfully!', recoveryKey }
})

/** Unlocks the vault and returns whether the master password is correct. */
export const validateMasterPassword = verb(contract.validateMasterPassword, async (ctx: VaultWorld, call) => {
  const { caller, body, origin } = call
  try {
    await unlock(ctx, { caller, masterPassword: body.masterPassword, passkeyUnlock: undefined, origin })
    return { valid: true }
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVALID_MASTER_PASSWORD') return { valid: false }
    throw error
  }
})

/**
 * Seals the same key pair under another master password, in one row. If the old password leaked that is not enough,
 * because an attacker may have an old copy of that row. In that case the key pair is replaced too, and then, step by
 * step, every environment key that it could open.
 */
export const changeMasterPassword = verb(contract.changeMasterPassword, async (ctx: VaultWorld, call) => {
  const { caller, body, origin, reservation } = call
  const message = 'Master password changed successfully!'
  const { userId, username } = caller
  const before = await findUserKey(ctx, userId)
  if (!before) throw new AppError('MASTER_PASSWORD_REQUIRED')
  const seed = await openSeed(ctx, before, { caller, masterPassword: body.currentMasterPassword, origin })
  const masterPassword = body.newMasterPassword
  await rejectSignInPassword(ctx, call, masterPassword)

  if (body.leaked) {
    const principal = { kind: 'user', id: userId } as const
    const holder = { userId, principal, keyPair: keyPairFromSeed(seed) }
    const made = await replaceKeyPair(ctx, { caller, holder, before, masterPassword, origin, reservation })
    rememberSeed(ctx.keyring, { caller, masterPassword }, { stored: made.key, seed: made.seed })
    return { message, recoveryKey: made.recoveryKey, rekeyPending: made.pending }
  }

  const at = { user: userId, keyVersion: before.key_version, seed }
  const sealed = await ctx.keyring.limiter.run(vaultCaller(userId, origin, origin.signal), () =>
    sealUserKey({
      ...at,
      masterPassword,
      serverSecrets: ctx.secrets,
      argon2: ctx.keyring.limiter.userKeyCost,
    }),
  )
  await transactOnce(ctx, { userId, origin }, reservation, async (tx) => {
    await tx.lock([userId])
    const { created_at: _, updated_at: __, mac: ___, ...key } = before
    if (!(await replaceUserKey(tx, before, { ...key, sealed }))) throw new AppError('INVALID_MASTER_PASSWORD')
    tx.revoked({ kind: 'master_password', userId })
    await notifyOwner(tx, 'masterPasswordChanged', {})
    const description = `${username} changed the master password`
    tx.record({ type: 'master_password_changed', description })
  })
  ctx.keyring.cache.dropUser(userId)
  rememberSeed(ctx.keyring, { caller, masterPassword }, { stored: { ...before, sealed }, seed })
  return { message }
})
