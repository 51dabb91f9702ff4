import { newSeed } from '@envhold/vault/key-pair.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { inTransaction, type Trx } from '../../db/transaction.ts'
import type { SessionCaller } from '../../http/caller.ts'
import type { Origin } from '../../http/route.ts'
import { appendActivity } from '../audit-log/append-activity.ts'
import type { KeyHolder } from './key-holder.ts'
import type { Keyring } from './keyring.ts'
import { type MadeUserKey, makeUserKey } from './make-user-key.ts'
import { changePrincipal, type Recipient } from './principal-store.ts'
import { replaceUserKey, type UserKey } from './user-key-store.ts'

/**
 * Re-keys every environment that the holder can open, and seals the holder's own grants to `renewed`, the new public
 * key, instead. Environments stand to the right of the keyring, so app.ts passes it in. When it runs, the
 * principal's row still has the old public key, by which `verifyRoster` knows the holder.
 */
export type RekeyForNewKey = (
  trx: Trx,
  holder: KeyHolder,
  renewed: Recipient,
  origin: Origin,
) => Promise<void>

interface Replacement {
  readonly caller: SessionCaller
  readonly holder: KeyHolder
  readonly before: UserKey
  readonly masterPassword: string
  readonly origin: Origin
}

/**
 * 'My password leaked': a new key pair under the new master password, and new keys for every environment that the
 * old pair opened, in one transaction. The old pair, with whatever was copied of the database, opens nothing written later.
 */
export async function replaceKeyPair(
  ctx: Context,
  ring: Keyring,
  rekey: RekeyForNewKey,
  { caller, holder, before, masterPassword, origin }: Replacement,
): Promise<MadeUserKey> {
  const { userId, username } = caller
  const keyVersion = before.key_version + 1
  const made = await makeUserKey(ctx, ring, { userId, keyVersion, seed: newSeed(), masterPassword })
  const { public_key } = made.key
  await inTransaction(ctx.db, async (trx) => {
    if (!(await replaceUserKey(ctx, trx, before, made.key))) throw new AppError('INVALID_MASTER_PASSWORD')
    await rekey(trx, holder, { kind: 'user', id: String(userId), public_key }, origin)
    await changePrincipal(ctx, trx, holder.principal, { public_key })
    const description = `${username} changed the master password because the old one leaked`
    await appendActivity(ctx, trx, [
      { type: 'master_password_changed', severity: 'high', description, userId, origin },
    ])
  })
  ring.cache.dropUser(userId)
  return made
}
