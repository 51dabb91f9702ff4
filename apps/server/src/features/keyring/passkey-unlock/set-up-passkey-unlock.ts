import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { setUpPasskeyUnlock as endpoint } from '@envhold/contract/passkey-unlock.ts'
import type { KeyPairSeed } from '@envhold/integrity/key.ts'
import { sealPasskeyKey } from '@envhold/vault/passkey-key.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { notifyOwner } from '../../accounts/passkeys/notify-owner.ts'
import { recordUse } from '../../accounts/webauthn/record-use.ts'
import { rejected } from '../../accounts/webauthn/rejected.ts'
import { verifyUse } from '../../accounts/webauthn/verify-use.ts'
import { transact } from '../../audit-log/tx.ts'
import type { Keyring } from '../keyring.ts'
import { openSeed } from '../open-seed.ts'
import { findUserKey, type UserKey } from '../user-key-store.ts'
import { unlockKeyOf } from './open-seed-by-passkey.ts'
import { findPasskeyUnlock, storePasskeyUnlock } from './passkey-unlock-store.ts'

/**
 * Lets a passkey open the vault. It needs the master password even if another passkey has opened the vault, so that
 * access to one passkey alone never leads to a second one.
 */
export async function setUpPasskeyUnlock(
  ctx: Context,
  ring: Keyring,
  { caller, params: { id }, body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { userId, username } = caller
  const key = await findUserKey(ctx, userId)
  if (!key) throw new AppError('MASTER_PASSWORD_REQUIRED')
  const seed = await openSeed(ctx, ring, key, { caller, masterPassword: body.masterPassword, origin })
  const use = { purpose: 'unlock', userId } as const
  const proved = await verifyUse(ctx, { use, response: body.response, origin })
  const { passkey } = proved
  if (passkey.id !== id) throw rejected()
  const sealed = seal(ctx, key, { id, seed, unlock: body.unlock })
  await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    // A new key pair has dropped what passkeys open. This one must not survive that.
    if ((await findUserKey(tx, userId))?.key_version !== key.key_version)
      throw new AppError('INVALID_MASTER_PASSWORD')
    await recordUse(tx, proved, 'let it open the vault')
    const replaced = await findPasskeyUnlock(tx, id)
    const row = { passkey_id: id, user_id: userId, key_version: key.key_version, sealed }
    await storePasskeyUnlock(tx, { ...row, created_at: ctx.clock() })
    await notifyOwner(tx, { userId, origin, passkey: passkey.name }, 'passkeyUnlockSet')
    // Each row that is stored has one event of its own, so that `npm run verify` can count them.
    if (replaced)
      tx.record({
        type: 'passkey_unlock_removed',
        severity: 'low',
        description: `What the passkey ${passkey.name} of ${username} opens the vault with was replaced`,
      })
    const description = `${username} let the passkey ${passkey.name} open the vault`
    tx.record({ type: 'passkey_unlock_set', severity: 'high', description })
  })
  return { message: 'This passkey opens your vault from now on.' }
}

const seal = (
  { secrets }: Pick<Context, 'secrets'>,
  { user_id: user, key_version: keyVersion, public_key: publicKey }: UserKey,
  { id, seed, unlock }: { readonly id: string; readonly seed: KeyPairSeed; readonly unlock: string },
): Uint8Array =>
  sealPasskeyKey({
    user,
    keyVersion,
    publicKey,
    credentialId: Buffer.from(id, 'base64url'),
    serverSecrets: secrets,
    seed,
    unlock: unlockKeyOf(unlock),
  })
