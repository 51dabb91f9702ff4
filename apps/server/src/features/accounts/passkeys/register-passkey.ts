import { randomBytes } from 'node:crypto'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { limits } from '@envhold/contract/limits.ts'
import { type registerPasskey as endpoint, maxPasskeys } from '@envhold/contract/passkeys.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import type { Call } from '../../../http/route.ts'
import { transact } from '../../audit-log/tx.ts'
import type { SessionDeps } from '../../sessions/session-deps.ts'
import { renewSession } from '../../sessions/start-session.ts'
import { insertPasskey, listPasskeysOf, type Passkey } from '../webauthn/passkey-store.ts'
import type { NewCredential } from '../webauthn/webauthn-library.ts'
import { requireWebauthnSite } from '../webauthn/webauthn-site.ts'
import { notifyOwner } from './notify-owner.ts'
import { passkeyInfoOf } from './passkey-info.ts'
import { passkeyNameOf } from './passkey-names.ts'
import { tooManyPasskeys } from './start-registration.ts'
import { verifyNewCredential } from './verify-new-credential.ts'

const registered = () => new AppError('CONFLICT', { message: 'This passkey is registered already.' })

/**
 * Adds a passkey. Its owner has just proved to have it, so the session continues as proved by it: the account's calls
 * that need a step-up accept nothing weaker from now on.
 */
export async function registerPasskey(
  ctx: Context,
  { unlocked }: Pick<SessionDeps, 'unlocked'>,
  call: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { caller, origin } = call
  const { userId, username, session } = caller
  const passkey = rowOf(ctx, call, await verifyNewCredential(ctx, call, origin))
  const token = await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    if ((await listPasskeysOf(tx, userId)).length >= maxPasskeys) throw tooManyPasskeys()
    await insertPasskey(tx, passkey)
    await notifyOwner(tx, { userId, origin, passkey: passkey.name }, 'passkeyAdded')
    const description = `${username} added the passkey ${passkey.name}`
    tx.record({ type: 'passkey_added', severity: 'high', description })
    return await renewSession(tx, session.id, { verifiedAt: ctx.clock(), proof: 'passkey' })
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? registered() : error
  })
  unlocked.dropSession(session.id)
  return { passkey: passkeyInfoOf(ctx.config, { ...passkey, mac: new Uint8Array() }, false), token }
}

function rowOf(
  ctx: Context,
  { caller: { userId }, body: { name, response }, origin }: Call<typeof endpoint>,
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
