import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { changeMasterPassword as endpoint } from '@envhold/contract/keyring.ts'
import { keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { sealUserKey } from '@envhold/vault/user-key.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { transact } from '../audit-log/tx.ts'
import { type Keyring, vaultCaller } from './keyring.ts'
import { notifyUser } from './notify-user.ts'
import { openSeed, rememberSeed } from './open-seed.ts'
import { type RegrantToNewKey, replaceKeyPair } from './replace-key-pair.ts'
import { findUserKey, replaceUserKey } from './user-key-store.ts'

const message = 'Master password changed successfully!'

/**
 * Seals the same key pair under another master password, in one row. If the old password leaked that is not enough,
 * because an attacker may have an old copy of that row. In that case the key pair is replaced too, and then, step by
 * step, every environment key that it could open.
 */
export async function changeMasterPassword(
  ctx: Context,
  ring: Keyring,
  regrant: RegrantToNewKey,
  { caller, body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { userId, username } = caller
  const before = await findUserKey(ctx, userId)
  if (!before) throw new AppError('MASTER_PASSWORD_REQUIRED')
  const seed = await openSeed(ctx, ring, before, {
    caller,
    masterPassword: body.currentMasterPassword,
    origin,
  })
  const masterPassword = body.newMasterPassword

  if (body.leaked) {
    const principal = { kind: 'user', id: userId } as const
    const holder = { userId, principal, keyPair: keyPairFromSeed(seed) }
    const made = await replaceKeyPair(ctx, ring, regrant, { caller, holder, before, masterPassword, origin })
    rememberSeed(ring, { caller, masterPassword }, { stored: made.key, seed: made.seed })
    return { message, recoveryKey: made.recoveryKey, rekeyPending: made.pending }
  }

  const at = { user: userId, keyVersion: before.key_version, seed }
  const sealed = await ring.limiter.run(vaultCaller(userId, origin, origin.signal), () =>
    sealUserKey({ ...at, masterPassword, serverSecrets: ctx.secrets, argon2: ring.limiter.userKeyCost }),
  )
  await transact(ctx, { userId, origin }, async (tx) => {
    const { created_at: _, updated_at: __, mac: ___, ...key } = before
    if (!(await replaceUserKey(tx, before, { ...key, sealed }))) throw new AppError('INVALID_MASTER_PASSWORD')
    tx.revoked({ kind: 'master_password', userId })
    await notifyUser(tx, userId, origin, 'masterPasswordChanged')
    const description = `${username} changed the master password`
    tx.record({ type: 'master_password_changed', severity: 'medium', description })
  })
  ring.cache.dropUser(userId)
  rememberSeed(ring, { caller, masterPassword }, { stored: { ...before, sealed }, seed: seed })
  return { message }
}
