/** The passkeys of an account. */
import { randomBytes } from 'node:crypto'
import type { registerPasskey as endpoint } from '@envhold/contract/accounts/passkeys.ts'
import * as contract from '@envhold/contract/accounts/passkeys.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { limits } from '@envhold/contract/limits.ts'
import { deviceName } from '@envhold/contract/personal-tokens/device-name.ts'
import { conflict } from '../../../app-error.ts'
import type { Config } from '../../../config/config.ts'
import type { Context } from '../../../context.ts'
import { ifTaken } from '../../../db/storage-errors.ts'
import { groupCommit, inTransaction } from '../../../db/transaction.ts'
import { wireTime, wireTimeOrNull } from '../../../http/responses/wire-time.ts'
import type { Call, Origin } from '../../../http/route.ts'
import { verb } from '../../../http/verb.ts'
import { requireUser } from '../../users/user-store.ts'
import type { AccountWorld } from '../account-world.ts'
import { deleteRemovalNotice } from '../delayed/delayed-change-store.ts'
import { readFactors } from '../factors/factor-store.ts'
import { factorIdOfPasskey, removePasskey } from '../factors/remove-factor.ts'
import { notifyOfAdded } from '../notify-owner.ts'
import { acceptsPassword } from '../oidc/other-ways-in.ts'
import { withRenewedSession } from '../step-up/confirm-session.ts'
import {
  challengeTtlMs,
  descriptorOf,
  issueChallenge,
  rejected,
  userHandleOf,
} from '../webauthn/passkey-challenge.ts'
import {
  algorithms,
  challengeOf,
  type NewCredential,
  requireWebauthnSite,
  verifyRegistration,
  webauthnSiteOf,
} from '../webauthn/webauthn-library.ts'
import {
  claimChallenge,
  findPasskey,
  hasChallenge,
  insertPasskey,
  listPasskeysOf,
  listUnlockingPasskeys,
  type Passkey,
  renamePasskeyOf,
} from '../webauthn/webauthn-store.ts'
import { noSuchPasskey } from './usable-passkeys.ts'

export const listPasskeys = verb(contract.listPasskeys, async (ctx, { caller: { userId } }) => {
  const passkeys = await listPasskeysOf(ctx, userId)
  const unlocking = await listUnlockingPasskeys(ctx.db, userId)
  return {
    passkeys: passkeys.map((passkey) => passkeyInfoOf(ctx.config, passkey, unlocking.has(passkey.id))),
  }
})

const tooManyPasskeys = () =>
  conflict(`An account can have ${contract.maxPasskeys} passkeys at most. Remove one that you no longer use.`)

/** Answers what a browser needs to create a passkey for the signed-in account. */
export const startPasskeyRegistration = verb(
  contract.startPasskeyRegistration,
  async (ctx, { caller: { userId } }): Promise<OutputOf<typeof contract.startPasskeyRegistration>> => {
    const { rpId } = requireWebauthnSite(ctx.config)
    const user = await requireUser(ctx, userId)
    const passkeys = await listPasskeysOf(ctx, userId)
    if (passkeys.length >= contract.maxPasskeys) throw tooManyPasskeys()
    const challenge = await issueChallenge(ctx, { purpose: 'register', userId })
    return {
      options: {
        rp: { id: rpId, name: 'Envhold' },
        user: { id: userHandleOf(userId), name: user.email, displayName: user.username },
        challenge,
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
        timeout: challengeTtlMs,
        excludeCredentials: passkeys.filter((passkey) => passkey.rp_id === rpId).map(descriptorOf),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      },
    }
  },
)

const registered = () => conflict('This passkey is registered already.')

/**
 * Adds a passkey. Its owner has just proved to have it, so the session continues as proved by it: the account's calls
 * that need a step-up accept nothing weaker from now on.
 */
export const registerPasskey = verb(contract.registerPasskey, async (ctx: AccountWorld, call) => {
  const { caller, origin } = call
  const passkey = rowOf(ctx, call, await verifyNewCredential(ctx, call, origin))
  const proof = { verifiedAt: ctx.clock(), verifiedBy: 'passkey' } as const
  const adding = withRenewedSession(ctx, { caller: { ...caller, ...proof }, origin }, async (tx) => {
    if ((await listPasskeysOf(tx, caller.userId)).length >= contract.maxPasskeys) throw tooManyPasskeys()
    await insertPasskey(tx, passkey)
    await deleteRemovalNotice(tx.db, caller.userId)
    const added = { passkey: passkey.name, factorId: factorIdOfPasskey(passkey) }
    await notifyOfAdded(tx, await requireUser(tx, caller.userId), 'passkeyAdded', added)
    const description = `${caller.username} added the passkey ${passkey.name}`
    tx.record({ type: 'passkey_added', description })
  })
  const { token } = await ifTaken(adding, registered)
  return { passkey: passkeyInfoOf(ctx.config, { ...passkey, mac: new Uint8Array() }, false), token }
})

function rowOf(
  ctx: Context,
  { caller: { userId }, body: { name, response }, origin }: Call<typeof contract.registerPasskey>,
  { id, publicKey, counter, aaguid, deviceType, backedUp }: NewCredential,
): Omit<Passkey, 'mac'> {
  return {
    id,
    user_id: userId,
    rp_id: requireWebauthnSite(ctx.config).rpId,
    public_key: publicKey,
    counter,
    transports: JSON.stringify(response.response.transports ?? []),
    aaguid,
    device_type: deviceType,
    backed_up: backedUp ? 1 : 0,
    name: name ?? passkeyNameOf(aaguid, origin.userAgent).slice(0, limits.nameLength),
    prf_salt: randomBytes(32),
    has_prf: response.clientExtensionResults.prf?.enabled ? 1 : 0,
    created_at: ctx.clock(),
    last_used_at: null,
  }
}

export const renamePasskey = verb(
  contract.renamePasskey,
  async (ctx, { caller: { userId }, params: { id }, body: { name } }) => {
    if (!(await inTransaction(ctx, (tx) => renamePasskeyOf(tx.db, userId, { id, name }))))
      throw noSuchPasskey()
    return { message: 'Passkey renamed' }
  },
)

const onlyWayIn = () =>
  conflict('This passkey is the only way to sign in to your account. Add another one first.')

/** Removes a passkey. What it opened is deleted with it, and dropped from memory. */
export const deletePasskey = verb(contract.deletePasskey, async (ctx: AccountWorld, call) => {
  const { userId, username } = call.caller
  const { token } = await withRenewedSession(ctx, call, async (tx) => {
    const passkey = await findPasskey(tx, call.params.id)
    if (passkey?.user_id !== userId) throw noSuchPasskey()
    const { password, identities, passkeys } = await readFactors(tx, userId)
    const isUsable = passkey.rp_id === new URL(ctx.config.publicUrl).hostname
    const isLast = isUsable && identities === 0 && passkeys <= 1
    if (isLast && !(password && (await acceptsPassword(tx, call.caller)))) throw onlyWayIn()
    await removePasskey(tx, { id: userId, username }, passkey)
  })
  ctx.unlocked.dropUser(userId)
  return { message: 'Passkey removed', token }
})

/** A passkey as the API shows it. */
const passkeyInfoOf = (config: Pick<Config, 'publicUrl'>, passkey: Passkey, opensVault: boolean) => ({
  id: passkey.id,
  name: passkey.name,
  synced: passkey.device_type === 'multiDevice',
  can_open_vault: passkey.has_prf === 1,
  opens_vault: opensVault,
  usable: passkey.rp_id === webauthnSiteOf(config)?.rpId,
  created_at: wireTime(passkey.created_at),
  last_used_at: wireTimeOrNull(passkey.last_used_at),
})

/**
 * Verifies a new credential, and uses up the challenge that it answers.
 * @throws AppError INVALID_CREDENTIALS for every reason
 */
async function verifyNewCredential(
  ctx: Context,
  { caller: { userId }, body: { response } }: Call<typeof endpoint>,
  { requestId }: Origin,
): Promise<NewCredential> {
  const site = requireWebauthnSite(ctx.config)
  const use = { purpose: 'register', userId } as const
  const challenge = challengeOf(response.response)
  if (challenge === undefined || !(await hasChallenge(ctx, challenge, use))) throw rejected()
  if (!(await groupCommit(ctx, (tx) => claimChallenge(tx, challenge, use)))) throw rejected()
  const credential = await verifyRegistration(site, response, challenge)
  if (credential) return credential
  ctx.log.passkeyRejected({ purpose: use.purpose, requestId })
  throw rejected()
}

/** Providers of passkeys, by the AAGUID that they state. Nothing depends on it but the first name of a passkey. */
const providers: Readonly<Record<string, string>> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Apple Passwords',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'Apple Passwords (managed)',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on this Mac',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
}

/** The name of a new passkey whose owner gave none: its provider, or the device. */
const passkeyNameOf = (aaguid: string, userAgent: string) => providers[aaguid] ?? deviceName(userAgent)
