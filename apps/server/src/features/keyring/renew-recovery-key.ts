import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { renewRecoveryKey as endpoint } from '@envhold/contract/keyring.ts'
import { newRecoveryKey, parseRecoveryKey, sealForRecovery } from '@envhold/vault/recovery-key.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { transactOnce } from '../audit-log/tx.ts'
import type { Keyring } from './keyring.ts'
import { notifyUser } from './notify-user.ts'
import { openSeed } from './open-seed.ts'
import { findUserKey, replaceUserKey } from './user-key-store.ts'

/** Seals the same key pair under another recovery key. The lost or exposed one stops working. */
export async function renewRecoveryKey(
  ctx: Context,
  ring: Keyring,
  { caller, body, origin, reservation }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { userId, username } = caller
  const before = await findUserKey(ctx, userId)
  if (!before) throw new AppError('MASTER_PASSWORD_REQUIRED')
  const seed = await openSeed(ctx, ring, before, { caller, masterPassword: body.masterPassword, origin })
  const recoveryKey = newRecoveryKey()
  const at = { user: userId, keyVersion: before.key_version, seed }
  const sealed_recovery = sealForRecovery(at, parseRecoveryKey(recoveryKey))
  await transactOnce(ctx, { userId, origin }, reservation, async (tx) => {
    const { created_at: _, updated_at: __, mac: ___, ...key } = before
    if (!(await replaceUserKey(tx, before, { ...key, sealed_recovery })))
      throw new AppError('INVALID_MASTER_PASSWORD')
    tx.revoked({ kind: 'recovery_key', userId })
    await notifyUser(tx, userId, origin, 'recoveryKeyRenewed')
    const description = `${username} created a new recovery key`
    tx.record({ type: 'recovery_key_renewed', severity: 'high', description })
  })
  return { message: 'The recovery key is renewed. Keep the new one safe.', recoveryKey }
}
