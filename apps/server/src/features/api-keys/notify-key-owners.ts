import type { TrxContext } from '../../context.ts'
import type { QueuedTemplate, TemplateValues } from '../../mail/every-template.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { findUser } from '../users/user-store.ts'

/** Mails the project owner and the key's creator about a change to an API key. */
export async function notifyKeyOwners<Notice extends Extract<QueuedTemplate, `apiKey${string}`>>(
  tx: TrxContext<'clock' | 'mail' | 'secrets'>,
  of: { readonly owner_id: number; readonly creator_id: number },
  notice: Notice,
  variables: TemplateValues<Notice>,
): Promise<void> {
  for (const id of new Set([of.owner_id, of.creator_id])) {
    const user = await findUser(tx, id)
    if (user) await queueMail(tx, notice, { to: user.email, variables })
  }
}
