import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { setUpMasterPassword as endpoint } from '@envhold/contract/keyring.ts'
import { newSeed } from '@envhold/vault/key-pair.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { isUniqueViolation } from '../../db/unique-violation.ts'
import type { Call } from '../../http/route.ts'
import { transactOnce } from '../audit-log/tx.ts'
import { markProved } from '../sessions/device-store.ts'
import type { Keyring } from './keyring.ts'
import { makeUserKey } from './make-user-key.ts'
import { notifyUser } from './notify-user.ts'
import { rememberSeed } from './open-seed.ts'
import { insertPrincipal } from './principal-store.ts'
import { findUserKey, insertUserKey } from './user-key-store.ts'

const exists = () =>
  new AppError('CONFLICT', { message: 'A master password already exists for this account.' })

/** Creates the user's key pair. From then on environments can be sealed to the user. */
export async function setUpMasterPassword(
  ctx: Context,
  ring: Keyring,
  { caller, body: { masterPassword }, origin, reservation }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { userId, username, deviceId } = caller
  if (await findUserKey(ctx, userId)) throw exists()
  const { key, seed, recoveryKey } = await makeUserKey(ctx, ring, {
    userId,
    keyVersion: 1,
    seed: newSeed(),
    masterPassword,
    origin,
  })
  const stored = transactOnce(ctx, { userId, origin }, reservation, async (tx) => {
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
    await notifyUser(tx, userId, origin, 'masterPasswordSet')
    const description = `${username} set a master password`
    tx.record({ type: 'master_password_set', severity: 'medium', description })
  })
  await stored.catch((error: unknown) => {
    throw isUniqueViolation(error) ? exists() : error
  })
  rememberSeed(ring, { caller, masterPassword }, { stored: key, seed: seed })
  return { message: 'Master password set successfully!', recoveryKey }
}
