import type { Within } from '../../context.ts'
import type { Origin } from '../../http/route.ts'
import type { MailTemplate } from '../../mail/mail-template.ts'
import type { circumstances } from '../../mail/mail-variables.ts'
import { originVariables } from '../../mail/origin-variables.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { findUser } from '../users/user-store.ts'

/** Mails whoever's vault it is what became of its keys. */
export async function notifyUser(
  tx: Within<'clock' | 'mail' | 'secrets'>,
  userId: number,
  origin: Origin,
  ...templates: readonly MailTemplate<typeof circumstances, false>[]
): Promise<void> {
  const user = await findUser(tx, userId)
  if (!user) return
  const variables = originVariables(tx, origin)
  for (const template of templates) await queueMail(tx, template, { to: user.email, variables })
}
