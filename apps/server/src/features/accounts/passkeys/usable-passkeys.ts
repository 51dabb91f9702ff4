import { AppError } from '../../../app-error.ts'
import type { DbContext, TrxContext } from '../../../context.ts'
import type { Origin } from '../../../http/route.ts'
import type { QueuedTemplate } from '../../../mail/every-template.ts'
import { noticeVariables, queueMail } from '../../../mail/queue-mail.ts'
import { findUser } from '../../users/user-store.ts'
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
export const noSuchPasskey = () => new AppError('NOT_FOUND', { message: 'Your account has no such passkey.' })

/** Warns when passkeys were made for another PUBLIC_URL: nobody can use them until that is back. */
export async function reportForeignPasskeys({ db, config, log }: DbContext<'config' | 'log'>): Promise<void> {
  const host = new URL(config.publicUrl).hostname
  const count = await countForeignPasskeys(db, host)
  if (count > 0) log.passkeysUnusable({ count, host })
}

type PasskeyNotice = Extract<QueuedTemplate, `passkey${string}`>

/** Mails a user what happened to one of their passkeys. */
export async function notifyOwner(
  tx: TrxContext<'clock' | 'mail' | 'secrets'>,
  { userId, origin, passkey }: { readonly userId: number; readonly origin: Origin; readonly passkey: string },
  notice: PasskeyNotice,
): Promise<void> {
  const user = await findUser(tx, userId)
  if (!user) return
  const variables = { ...noticeVariables(tx, userId, origin), passkey }
  await queueMail(tx, notice, { to: user.email, variables })
}
