import type { TrxContext } from '../../context.ts'
import type { QueuedTemplate, TemplateValues } from '../../mail/every-template.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { findUser } from '../users/user-store.ts'

/** Mails the owner of the project, who alone manages its API keys, about a change to one. */
export async function notifyKeyOwner<Notice extends Extract<QueuedTemplate, `apiKey${string}`>>(
  tx: TrxContext<'clock' | 'mail' | 'secrets'>,
  { owner_id }: { readonly owner_id: number },
  notice: Notice,
  variables: TemplateValues<Notice>,
): Promise<void> {
  const owner = await findUser(tx, owner_id)
  if (owner) await queueMail(tx, notice, { to: owner.email, variables })
}
