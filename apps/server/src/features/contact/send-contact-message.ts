import { sendContactMessage as endpoint } from '@envhold/contract/contact.ts'
import { verb } from '../../http/verb.ts'
import { queueMailIfAllowed } from '../../mail/queue-mail.ts'
import { transact } from '../audit-log/tx.ts'
import { requireNetworkLimit, requireRateLimit, requireRateLimitLeft } from '../users/attempt-limits.ts'
import type { AttemptRule } from '../users/attempt-store.ts'
import { insertContactMessage } from './contact-message-store.ts'

const hourMs = 3_600_000
const perIp: AttemptRule = { kind: 'contact-address', limit: 5, windowMs: hourMs }
/** So many are stored and reach support within the hour. Those beyond what is mailed one by one come together. */
const inTotal: AttemptRule = { kind: 'contact', limit: 500, windowMs: hourMs }
const everybody = 'everybody'

const sent = { message: 'Your message is on its way.' }

/**
 * Stores a message and mails it to the support address, or leaves it to the next hourly mail with several. Nothing is
 * mailed to the address that was given: anybody can give anybody's.
 */
export const sendContactMessage = verb(endpoint, async (ctx, { body, origin }) => {
  // A program that is told nothing does not try other ways.
  if (body.website) return sent
  await requireRateLimitLeft(ctx, inTotal, everybody)
  await requireNetworkLimit(ctx, perIp, origin.ip)
  await requireRateLimit(ctx, inTotal, everybody)
  const { name, email, subject, message, type, newsletter } = body
  const company = body.company?.trim() || null
  await transact(ctx, { userId: null, origin }, async (tx) => {
    const isQueued = await queueMailIfAllowed(tx, 'contactMessage', {
      to: ctx.config.supportEmail,
      variables: {
        ...{ name, email, subject, message, type },
        company: company ?? '',
        newsletter: newsletter ? 'yes' : 'no',
      },
    })
    await insertContactMessage(tx, {
      ...{ name, email, company, subject, message, type },
      newsletter: newsletter ? 1 : 0,
      created_at: ctx.clock(),
      mailed_at: isQueued ? ctx.clock() : null,
    })
  })
  return sent
})
