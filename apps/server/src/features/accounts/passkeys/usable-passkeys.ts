import type { Context } from '../../../context.ts'
import { listPasskeysOf, type Passkey } from '../webauthn/passkey-store.ts'
import { requireWebauthnSite, type WebauthnSite } from '../webauthn/webauthn-site.ts'
import { noSuchPasskey } from './no-such-passkey.ts'

/**
 * Lists a user's passkeys for the host of this instance.
 * @throws AppError NOT_FOUND if there are none, or none can be used
 */
export async function listUsablePasskeys(
  ctx: Pick<Context, 'db' | 'secrets' | 'config'>,
  userId: number,
): Promise<{ readonly site: WebauthnSite; readonly passkeys: readonly Passkey[] }> {
  const site = requireWebauthnSite(ctx.config)
  const passkeys = (await listPasskeysOf(ctx, userId)).filter(({ rp_id }) => rp_id === site.rpId)
  if (passkeys.length === 0) throw noSuchPasskey()
  return { site, passkeys }
}
