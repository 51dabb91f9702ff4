import { retention } from '@envhold/contract/archive/archive.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { periodMs } from '../../jobs/retention-rule.ts'
import type { Sweep } from '../../jobs/sweeper.ts'
import { queueMailIfAllowed } from '../../mail/queue-mail.ts'
import { digestLength } from '../../mail/templates/contact.ts'
import {
  type ContactMessage,
  deleteContactMessages,
  listUnmailed,
  markMailed,
} from './contact-message-store.ts'

const period = { years: retention.supportYears }

export const contactSweeps = (ctx: Context): Sweep[] => [
  { name: 'contact-mails', run: () => mailWaitingMessages(ctx), deletesNothing: true, retention: [] },
  {
    name: 'contact-messages',
    run: () => deleteContactMessages(ctx.db, ctx.clock() - periodMs(period)),
    retention: [{ what: 'Messages from the contact page', period, after: 'they are sent' }],
  },
]

const atOnce = 200

const textOf = ({ name, email, company, subject, message, type }: ContactMessage): string => {
  const sender = company ? `${name} of ${company}` : name
  return `${sender} (${email}) wrote about ${subject} (${type}):\n${message}\n\n`
}

/**
 * Mails the messages that came beyond those that are mailed one by one, many in one mail. Only one node does it at a
 * time.
 * @returns how many there were
 */
async function mailWaitingMessages(ctx: Context): Promise<number> {
  let mailed = 0
  for (let sent = await mailSome(ctx); sent > 0; sent = await mailSome(ctx)) mailed += sent
  return mailed
}

const mailSome = (ctx: Context): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    const waiting = await listUnmailed(tx, atOnce)
    let messages = ''
    const ids: number[] = []
    for (const message of waiting) {
      const text = textOf(message)
      if (messages.length + text.length > digestLength) break
      messages += text
      ids.push(message.id)
    }
    if (ids.length === 0) return 0
    const variables = { count: ids.length, messages }
    const isQueued = await queueMailIfAllowed(tx, 'contactDigest', { to: ctx.config.supportEmail, variables })
    if (!isQueued) return 0
    await markMailed(tx, ids, ctx.clock())
    return ids.length
  })
