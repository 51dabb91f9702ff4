import type { changeMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { newSeed } from '@envhold/vault/key-pair.ts'
import { AppError } from '../../../app-error.ts'
import type { Call } from '../../../http/route.ts'
import { transactOnce } from '../../audit-log/tx.ts'
import { listPendingRekeys } from '../../grants/pending-work-store.ts'
import { reserveOffered, reserveSomeOffered } from '../../grants/reserve-grants.ts'
import type { KeyHolder, VaultWorld } from '../../keyring/keyring.ts'
import { changePrincipal } from '../../keyring/principal-store.ts'
import { deletePasskeyUnlocksOf, replaceUserKey, type UserKey } from '../../keyring/user-key-store.ts'
import { notifyOwner } from '../notify-owner.ts'
import { type MadeUserKey, makeUserKey } from './make-user-key.ts'
import { regrantToNewKey } from './regrant-to-new-key.ts'

interface Replacement extends Pick<Call<typeof changeMasterPassword>, 'caller' | 'origin' | 'reservation'> {
  readonly holder: KeyHolder
  readonly before: UserKey
  readonly masterPassword: string
}

/**
 * The first step after a leaked master password: makes a new key pair under the new master password and seals to it,
 * in one transaction, the key of every environment that the user owns or shares. No passkey opens the vault afterwards.
 * The environments are re-keyed before the next write to them, so the old key pair, even with a copy of the database,
 * opens nothing written later. Keys that open invitations offer wait for their acceptance.
 */
export async function replaceKeyPair(
  ctx: VaultWorld,
  { caller, holder, before, masterPassword, origin, reservation }: Replacement,
): Promise<MadeUserKey & { readonly pending: number }> {
  const { userId, username } = caller
  const keyVersion = before.key_version + 1
  const made = await makeUserKey(ctx, { userId, keyVersion, seed: newSeed(), masterPassword, origin })
  const { public_key } = made.key
  await reserveOffered(ctx, { userId, origin }, userId)
  const pending = await transactOnce(ctx, { userId, origin }, reservation, async (tx) => {
    // A transaction that grants this user something waits for the lock, so nothing is sealed to the old key meanwhile.
    await tx.lock([userId])
    if (!(await replaceUserKey(tx, before, made.key))) throw new AppError('INVALID_MASTER_PASSWORD')
    await deletePasskeyUnlocksOf(tx.db, userId)
    // What was offered since the last step.
    await reserveSomeOffered(tx, userId, Number.MAX_SAFE_INTEGER)
    await regrantToNewKey(tx, holder, { kind: 'user', id: String(userId), public_key })
    await changePrincipal(tx, holder.principal, { public_key })
    tx.revoked({ kind: 'master_password', userId })
    await notifyOwner(tx, 'masterPasswordLeaked', {})
    const description = `${username} changed the master password because the old one leaked`
    tx.record({ type: 'master_password_changed', severity: 'high', description })
    return (await listPendingRekeys(tx.db, holder)).length
  })
  ctx.keyring.cache.dropUser(userId)
  return { ...made, pending }
}
