import type { Context } from '../../context.ts'
import type { Trx } from '../../db/transaction.ts'
import type { MailTemplate } from '../../mail/mail-template.ts'
import type { ValuesOf, Variables } from '../../mail/mail-variables.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { findUser } from '../users/user-store.ts'

/** Mails the owner of a project what became of one of its API keys, and whoever made the key. */
export async function notifyKeyOwners<V extends Variables>(
  ctx: Pick<Context, 'clock' | 'mail' | 'secrets'>,
  trx: Trx,
  of: { readonly owner_id: number; readonly creator_id: number },
  template: MailTemplate<V, false>,
  variables: ValuesOf<V>,
): Promise<void> {
  for (const id of new Set([of.owner_id, of.creator_id])) {
    const user = await findUser(ctx, trx, id)
    if (user) await queueMail(ctx, trx, template, { to: user.email, variables })
  }
}
