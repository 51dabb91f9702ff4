import { hash } from 'node:crypto'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { sendTestMail as endpoint } from '@envhold/contract/operator/mail-templates.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { DeliveryFailure } from '../../../mail/delivery-failure.ts'
import type { AttemptRule } from '../../users/attempt-store.ts'
import { requireRateLimit } from '../../users/require-rate-limit.ts'
import { requireTemplate } from './require-template.ts'
import { reachedText, testFailureText } from './test-mail-text.ts'

const hourMs = 3_600_000
const perOperator: AttemptRule = { kind: 'test-mail', limit: 20, windowMs: hourMs }
/** Nobody's mailbox is filled, however many operators there are. */
const perAddress: AttemptRule = { kind: 'test-mail-address', limit: 5, windowMs: hourMs }

/** Sends it at once: neither the mail nor the address is stored. */
export async function sendTestMail(
  ctx: Pick<Context, 'db' | 'clock' | 'mail'>,
  { caller, params, body: { to } }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const template = requireTemplate(params.name)
  await requireRateLimit(ctx, perOperator, String(caller.userId))
  await requireRateLimit(ctx, perAddress, hash('sha256', to.normalize('NFC').toLowerCase()))
  const outcome = await ctx.mail.sendTest(template, to)
  if (outcome instanceof DeliveryFailure)
    throw new AppError('UNAVAILABLE', { message: testFailureText(outcome) })
  return {
    message: ctx.mail.hasServer
      ? `Test email sent successfully to ${to}`
      : 'No mail server is set: the test email is a file in the outbox.',
    progress: reachedText(outcome.reached),
  }
}
