import { notFound } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import { requireWebauthnSite } from '../webauthn/webauthn-library.ts'
import { countForeignPasskeys, listPasskeysOf } from '../webauthn/webauthn-store.ts'

/**
 * Lists a user's passkeys for the host of this instance.
 * @throws AppError NOT_FOUND if there are none, or none can be used
 */
export async function listUsablePasskeys(ctx: DbContext<'secrets' | 'config'>, userId: number) {
  const site = requireWebauthnSite(ctx.config)
  const passkeys = (await listPasskeysOf(ctx, userId)).filter(({ rp_id }) => rp_id === site.rpId)
  if (passkeys.length === 0) throw noSuchPasskey()
  return { site, passkeys }
}

/** Also for a passkey of another account. */
export const noSuchPasskey = () => notFound('Your account has no such passkey.')

/** Warns when passkeys were made for another PUBLIC_URL: nobody can use them until that is back. */
export async function reportForeignPasskeys({ db, config, log }: DbContext<'config' | 'log'>): Promise<void> {
  const host = new URL(config.publicUrl).hostname
  const count = await countForeignPasskeys(db, host)
  if (count > 0) log.passkeysUnusable({ count, host })
}
