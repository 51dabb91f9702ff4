import type { Within } from '../../../context.ts'
import type { Origin } from '../../../http/route.ts'
import type { QueuedTemplate } from '../../../mail/every-template.ts'
import { noticeVariables } from '../../../mail/origin-variables.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { findUser } from '../../users/user-store.ts'

type PasskeyNotice = Extract<QueuedTemplate, `passkey${string}`>

/** Mails a user what happened to one of their passkeys. */
export async function notifyOwner(
  tx: Within<'clock' | 'mail' | 'secrets'>,
  { userId, origin, passkey }: { readonly userId: number; readonly origin: Origin; readonly passkey: string },
  notice: PasskeyNotice,
): Promise<void> {
  const user = await findUser(tx, userId)
  if (!user) return
  const variables = { ...noticeVariables(tx, userId, origin), passkey }
  await queueMail(tx, notice, { to: user.email, variables })
}
