import { newSeed } from '@envhold/vault/key-pair.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { SessionCaller } from '../../http/caller.ts'
import type { Origin } from '../../http/route.ts'
import { type Tx, transact } from '../audit-log/tx.ts'
import type { KeyHolder } from './key-holder.ts'
import type { Keyring } from './keyring.ts'
import { type MadeUserKey, makeUserKey } from './make-user-key.ts'
import { notifyUser } from './notify-user.ts'
import { changePrincipal, type Recipient } from './principal-store.ts'
import { replaceUserKey, type UserKey } from './user-key-store.ts'

/**
 * Grants what the holder can open to `renewed`, the new public key, and marks it for re-keys. When it runs, the
 * principal's row still has the old public key, by which `verifyRoster` recognises the holder.
 * @returns how many environments wait for a new key
 */
export type RegrantToNewKey = (tx: Tx, holder: KeyHolder, renewed: Recipient) => Promise<number>

interface Replacement {
  readonly caller: SessionCaller
  readonly holder: KeyHolder
  readonly before: UserKey
  readonly masterPassword: string
  readonly origin: Origin
}

/**
 * 'My password leaked', the first step: a new key pair under the new master password, and every grant sealed to it,
 * in one transaction. The environments wait for new keys, which come before anything is written to them again: so the
 * old pair, with any copy of the database, opens nothing written later.
 */
export async function replaceKeyPair(
  ctx: Context,
  ring: Keyring,
  regrant: RegrantToNewKey,
  { caller, holder, before, masterPassword, origin }: Replacement,
): Promise<MadeUserKey & { readonly pending: number }> {
  const { userId, username } = caller
  const keyVersion = before.key_version + 1
  const made = await makeUserKey(ctx, ring, { userId, keyVersion, seed: newSeed(), masterPassword, origin })
  const { public_key } = made.key
  const pending = await transact(ctx, { userId, origin }, async (tx) => {
    // Concurrent grants to the user's account or tokens wait: nothing is sealed to the old key meanwhile.
    await tx.lock([userId])
    if (!(await replaceUserKey(tx, before, made.key))) throw new AppError('INVALID_MASTER_PASSWORD')
    const marked = await regrant(tx, holder, { kind: 'user', id: String(userId), public_key })
    await changePrincipal(tx, holder.principal, { public_key })
    await notifyUser(tx, userId, origin, 'masterPasswordChanged', 'recoveryKeyRenewed')
    const description = `${username} changed the master password because the old one leaked`
    tx.record({ type: 'master_password_changed', severity: 'high', description })
    return marked
  })
  ring.cache.dropUser(userId)
  return { ...made, pending }
}
