import type { changeMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { sealGrant } from '@envhold/vault/grant.ts'
import { newSeed } from '@envhold/vault/key-pair.ts'
import { AppError } from '../../../app-error.ts'
import type { Call } from '../../../http/route.ts'
import { type Tx, transactOnce } from '../../audit-log/tx.ts'
import { changeEnvironment, epochOf, findEnvironment } from '../../environments/environment-store.ts'
import { grantedEnvironments, replaceGrant } from '../../keyring/grant-store.ts'
import type { KeyHolder, VaultWorld } from '../../keyring/keyring.ts'
import { openEnvironmentKey } from '../../keyring/open-environment-key.ts'
import {
  changePrincipal,
  isSamePrincipal,
  principalOf,
  type Recipient,
} from '../../keyring/principal-store.ts'
import { updateRoster, verifyRoster } from '../../keyring/roster.ts'
import { deletePasskeyUnlocksOf, replaceUserKey, type UserKey } from '../../keyring/user-key-store.ts'
import { notifyOwner } from '../notify-owner.ts'
import { type MadeUserKey, makeUserKey } from './make-user-key.ts'

interface Replacement extends Pick<Call<typeof changeMasterPassword>, 'caller' | 'origin' | 'reservation'> {
  readonly holder: KeyHolder
  readonly before: UserKey
  readonly masterPassword: string
}

/**
 * The first step after a leaked master password: makes a new key pair under the new master password and seals every
 * grant to it, in one transaction. No passkey opens the vault afterwards. The environments are re-keyed before the
 * next write to them, so the old key pair, even with a copy of the database, opens nothing written later.
 */
export async function replaceKeyPair(
  ctx: VaultWorld,
  { caller, holder, before, masterPassword, origin, reservation }: Replacement,
): Promise<MadeUserKey & { readonly pending: number }> {
  const { userId, username } = caller
  const keyVersion = before.key_version + 1
  const made = await makeUserKey(ctx, { userId, keyVersion, seed: newSeed(), masterPassword, origin })
  const { public_key } = made.key
  const pending = await transactOnce(ctx, { userId, origin }, reservation, async (tx) => {
    // A transaction that grants this user something waits for the lock, so nothing is sealed to the old key meanwhile.
    await tx.lock([userId])
    if (!(await replaceUserKey(tx, before, made.key))) throw new AppError('INVALID_MASTER_PASSWORD')
    await deletePasskeyUnlocksOf(tx.db, userId)
    const marked = await regrantToNewKey(tx, holder, { kind: 'user', id: String(userId), public_key })
    await changePrincipal(tx, holder.principal, { public_key })
    tx.revoked({ kind: 'master_password', userId })
    await notifyOwner(tx, 'masterPasswordChanged', {})
    await notifyOwner(tx, 'recoveryKeyRenewed', {})
    const description = `${username} changed the master password because the old one leaked`
    tx.record({ type: 'master_password_changed', severity: 'high', description })
    return marked
  })
  ctx.keyring.cache.dropUser(userId)
  return { ...made, pending }
}

/**
 * Grants everything that the holder can open to `renewed`, the new public key, and marks those environments for
 * re-keying, because the old key pair still opens copies of their current keys. Re-keying runs in later calls. The
 * principal's row still has the old public key, by which `verifyRoster` recognizes the holder.
 * @returns how many environments have a pending re-key
 */
async function regrantToNewKey(tx: Tx, holder: KeyHolder, renewed: Recipient): Promise<number> {
  let pending = 0
  const { kind, id: principal } = renewed
  const ids = await grantedEnvironments(tx.db, holder.principal)
  await tx.hold(ids)
  for (const id of ids) {
    const environment = await findEnvironment(tx, id)
    if (!environment) continue
    const at = epochOf(environment)
    const key = await openEnvironmentKey(tx, holder, at)
    const others = (await verifyRoster(tx, key, at)).filter((holder) => !isSamePrincipal(holder, renewed))
    const sealed = sealGrant(key, at, principalOf(renewed), renewed.public_key)
    await replaceGrant(tx, { environment_id: id, kind, principal, epoch: at.epoch, sealed })
    await updateRoster(tx, key, at, [...others, renewed])
    await changeEnvironment(tx, environment, { rekey_pending: 1 })
    pending++
  }
  return pending
}
