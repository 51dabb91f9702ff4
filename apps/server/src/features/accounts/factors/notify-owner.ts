import type { QueuedTemplate } from '../../../mail/every-template.ts'
import { originVariables } from '../../../mail/origin-variables.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { findUser } from '../../users/user-store.ts'

type Notice = Extract<QueuedTemplate, 'totpAdded' | 'totpRemoved' | 'recoveryCodesRenewed'>

/** Mails the owner of an account that its factors changed. */
export async function notifyOwner(tx: Tx, userId: number, notice: Notice): Promise<void> {
  const user = await findUser(tx, userId)
  const { origin } = tx.actor
  if (!user || !origin) return
  await queueMail(tx, notice, { to: user.email, variables: { ...originVariables(tx, origin), userId } })
}
