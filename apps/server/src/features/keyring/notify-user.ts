import type { Within } from '../../context.ts'
import type { Origin } from '../../http/route.ts'
import type { QueuedTemplate } from '../../mail/every-template.ts'
import { noticeVariables } from '../../mail/origin-variables.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { findUser } from '../users/user-store.ts'

type KeyNotice = Extract<QueuedTemplate, `masterPassword${string}` | `recoveryKey${string}`>

/** Mails a user what happened to the keys of their vault. */
export async function notifyUser(
  tx: Within<'clock' | 'mail' | 'secrets'>,
  userId: number,
  origin: Origin,
  ...notices: readonly KeyNotice[]
): Promise<void> {
  const user = await findUser(tx, userId)
  if (!user) return
  const variables = noticeVariables(tx, userId, origin)
  for (const notice of notices) await queueMail(tx, notice, { to: user.email, variables })
}
