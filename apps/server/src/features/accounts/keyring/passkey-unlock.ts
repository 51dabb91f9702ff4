/** Opening the vault with a passkey. */

import * as contract from '@envhold/contract/keyring/keyring.ts'
import type { KeyPairSeed } from '@envhold/integrity/key.ts'
import { sealPasskeyKey } from '@envhold/vault/passkey-key.ts'
import { AppError } from '../../../app-error.ts'
import type { Context, SecretsContext } from '../../../context.ts'
import { verb } from '../../../http/verb.ts'
import { transact, transactInGroup } from '../../audit-log/tx.ts'
import type { VaultWorld } from '../../keyring/keyring.ts'
import { openSeed } from '../../keyring/open-seed.ts'
import { unlockKeyOf } from '../../keyring/open-seed-by-passkey.ts'
import { unlock } from '../../keyring/unlock.ts'
import {
  findPasskeyUnlock,
  findUserKey,
  storePasskeyUnlock,
  type UserKey,
} from '../../keyring/user-key-store.ts'
import { factorIdOfPasskey } from '../factors/remove-factor.ts'
import { notifyOwner } from '../notify-owner.ts'
import { listUsablePasskeys, noSuchPasskey } from '../passkeys/usable-passkeys.ts'
import {
  issueChallenge,
  recordUse,
  rejected,
  requestOptionsOf,
  verifyUse,
} from '../webauthn/passkey-challenge.ts'
import { listUnlockingPasskeys, type Passkey } from '../webauthn/webauthn-store.ts'

/** Answers what a browser needs to have one passkey compute an unlock secret for the first time. */
export const startPasskeyUnlockSetUp = verb(
  contract.startPasskeyUnlockSetUp,
  (ctx, { caller: { userId }, params: { id } }) => start(ctx, userId, (passkey) => passkey.id === id),
)

/** Answers what a browser needs to open the vault with one of the passkeys that do. */
export const startPasskeyUnlock = verb(contract.startPasskeyUnlock, async (ctx, { caller: { userId } }) => {
  const unlocking = await listUnlockingPasskeys(ctx.db, userId)
  return await start(ctx, userId, ({ id }) => unlocking.has(id))
})

/**
 * Lets a passkey open the vault. It needs the master password even if another passkey has opened the vault, so that
 * access to one passkey alone never leads to a second one.
 */
export const setUpPasskeyUnlock = verb(contract.setUpPasskeyUnlock, async (ctx: VaultWorld, call) => {
  const { caller, body, origin } = call
  const { id } = call.params
  const { userId, username } = caller
  const key = await findUserKey(ctx, userId)
  if (!key) throw new AppError('MASTER_PASSWORD_REQUIRED')
  const seed = await openSeed(ctx, key, { caller, masterPassword: body.masterPassword, origin })
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
    const factorId = factorIdOfPasskey(passkey)
    await notifyOwner(tx, 'passkeyUnlockSet', { passkey: passkey.name, factorId })
    // Each row that is stored has one event of its own, so that `envhold-server verify` can count them.
    if (replaced)
      tx.record({
        type: 'passkey_unlock_removed',
        description: `What the passkey ${passkey.name} of ${username} opens the vault with was replaced`,
      })
    const description = `${username} let the passkey ${passkey.name} open the vault`
    tx.record({ type: 'passkey_unlock_set', description })
  })
  return { message: 'This passkey opens your vault from now on.' }
})

/**
 * Opens the vault with the secret that a passkey gave, and verifies the passkey's own answer, so that a copied
 * authenticator is noticed and the list of passkeys says when each was used.
 */
export const unlockWithPasskey = verb(contract.unlockWithPasskey, async (ctx: VaultWorld, call) => {
  const { caller, passkeyUnlock, body, origin } = call
  const { userId } = caller
  if (!passkeyUnlock) throw new AppError('MASTER_PASSWORD_REQUIRED')
  const use = { purpose: 'unlock', userId } as const
  const proved = await verifyUse(ctx, { use, response: body.response, origin })
  if (proved.passkey.id !== passkeyUnlock.credentialId) throw rejected()
  await unlock(ctx, call)
  await transactInGroup(ctx, { userId, origin }, (tx) => recordUse(tx, proved, 'open the vault'))
  return { message: 'The vault is open.' }
})

const seal = (
  { secrets }: SecretsContext,
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

async function start(ctx: Context, userId: number, isWanted: (passkey: Passkey) => boolean) {
  const { site, passkeys } = await listUsablePasskeys(ctx, userId)
  const unlocking = passkeys.filter(isWanted)
  if (unlocking.length === 0) throw noSuchPasskey()
  const challenge = await issueChallenge(ctx, { purpose: 'unlock', userId })
  const salts = unlocking.map(({ id, prf_salt }) => ({
    id,
    salt: Buffer.from(prf_salt).toString('base64url'),
  }))
  return { options: requestOptionsOf(site, challenge, unlocking), salts }
}
