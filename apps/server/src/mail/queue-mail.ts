import type { Context, Within } from '../context.ts'
import { everyTemplate, type QueuedTemplate, type TemplateValues } from './every-template.ts'
import { insertMail } from './mail-queue-store.ts'
import { reserveMailRate } from './mail-rate-store.ts'
import type { MailTemplate } from './mail-template.ts'

/**
 * Adds a message to the queue, within the transaction that it reports: it is sent only if that commits. The queue
 * stores mails unencrypted, so a secret template is rejected. Beyond the limit per recipient the mail is dropped.
 */
export async function queueMail<Key extends QueuedTemplate>(
  tx: Within<'clock' | 'secrets'> & { readonly mail: Pick<Context['mail'], 'wake'> },
  key: Key,
  { to, variables }: { readonly to: string; readonly variables: TemplateValues<Key> },
): Promise<void> {
  const template: MailTemplate = everyTemplate[key]
  if (template.secret) throw new Error(`The mail ${template.name} holds a secret and cannot be queued`)
  if (!(await reserveMailRate(tx.db, template.name, to, tx.clock()))) return
  const filled = JSON.stringify(template.parse(variables))
  await insertMail(tx, { template: template.name, recipient: to, variables: filled }, tx.clock())
  tx.mail.wake()
}
