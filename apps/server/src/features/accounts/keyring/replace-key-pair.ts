import { newSeed } from '@envhold/vault/key-pair.ts'
import { AppError } from '../../../app-error.ts'
import type { SessionCaller } from '../../../http/caller.ts'
import type { Origin } from '../../../http/route.ts'
import { transact } from '../../audit-log/tx.ts'
import { regrantToNewKey } from '../../grants/regrant-to-new-key.ts'
import type { KeyHolder } from '../../keyring/key-holder.ts'
import type { VaultWorld } from '../../keyring/keyring.ts'
import { deletePasskeyUnlocksOf } from '../../keyring/passkey-unlock-store.ts'
import { changePrincipal } from '../../keyring/principal-store.ts'
import { replaceUserKey, type UserKey } from '../../keyring/user-key-store.ts'
import { type MadeUserKey, makeUserKey, notifyUser } from './make-user-key.ts'

interface Replacement {
  readonly caller: SessionCaller
  readonly holder: KeyHolder
  readonly before: UserKey
  readonly masterPassword: string
  readonly origin: Origin
}

/**
 * The first step after a leaked master password: makes a new key pair under the new master password and seals every
 * grant to it, in one transaction. No passkey opens the vault afterwards. The environments are re-keyed before the
 * next write to them, so the old key pair, even with a copy of the database, opens nothing written later.
 */
export async function replaceKeyPair(
  ctx: VaultWorld,
  { caller, holder, before, masterPassword, origin }: Replacement,
): Promise<MadeUserKey & { readonly pending: number }> {
  const { userId, username } = caller
  const keyVersion = before.key_version + 1
  const made = await makeUserKey(ctx, ctx.keyring, {
    userId,
    keyVersion,
    seed: newSeed(),
    masterPassword,
    origin,
  })
  const { public_key } = made.key
  const pending = await transact(ctx, { userId, origin }, async (tx) => {
    // A transaction that grants this user something waits for the lock, so nothing is sealed to the old key meanwhile.
    await tx.lock([userId])
    if (!(await replaceUserKey(tx, before, made.key))) throw new AppError('INVALID_MASTER_PASSWORD')
    await deletePasskeyUnlocksOf(tx.db, userId)
    const marked = await regrantToNewKey(tx, holder, { kind: 'user', id: String(userId), public_key })
    await changePrincipal(tx, holder.principal, { public_key })
    tx.revoked({ kind: 'master_password', userId })
    await notifyUser(tx, userId, origin, 'masterPasswordChanged', 'recoveryKeyRenewed')
    const description = `${username} changed the master password because the old one leaked`
    tx.record({ type: 'master_password_changed', severity: 'high', description })
    return marked
  })
  ctx.keyring.cache.dropUser(userId)
  return { ...made, pending }
}
