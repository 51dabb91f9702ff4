import type { Context, Within } from '../context.ts'
import { insertMail } from './mail-queue-store.ts'
import { reserveMailRate } from './mail-rate-store.ts'
import type { MailTemplate, Message } from './mail-template.ts'
import type { Variables } from './mail-variables.ts'

/**
 * Lays a message into the queue, within the transaction that it tells of: it is sent if that is kept, and only then.
 * What is queued lies in the database in the clear, so a secret template is refused. Of what somebody does again and again
 * the address hears no more for a while.
 */
export async function queueMail<V extends Variables>(
  tx: Within<'clock' | 'secrets'> & { readonly mail: Pick<Context['mail'], 'wake'> },
  template: MailTemplate<V, false>,
  { to, variables }: Message<V>,
): Promise<void> {
  if (template.secret) throw new Error(`The mail ${template.name} holds a secret and cannot be queued`)
  if (!(await reserveMailRate(tx.db, template.name, to, tx.clock()))) return
  const filled = JSON.stringify(template.parse(variables))
  await insertMail(tx, { template: template.name, recipient: to, variables: filled }, tx.clock())
  tx.mail.wake()
}
