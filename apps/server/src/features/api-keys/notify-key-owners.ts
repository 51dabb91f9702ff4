import type { Within } from '../../context.ts'
import type { MailTemplate } from '../../mail/mail-template.ts'
import type { ValuesOf, Variables } from '../../mail/mail-variables.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { findUser } from '../users/user-store.ts'

/** Mails the owner of a project what became of one of its API keys, and whoever made the key. */
export async function notifyKeyOwners<V extends Variables>(
  tx: Within<'clock' | 'mail' | 'secrets'>,
  of: { readonly owner_id: number; readonly creator_id: number },
  template: MailTemplate<V, false>,
  variables: ValuesOf<V>,
): Promise<void> {
  for (const id of new Set([of.owner_id, of.creator_id])) {
    const user = await findUser(tx, id)
    if (user) await queueMail(tx, template, { to: user.email, variables })
  }
}
