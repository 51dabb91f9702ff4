import { hash } from 'node:crypto'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { sendTestMail as endpoint, MailStep } from '@envhold/contract/operator/mail-templates.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { DeliveryFailure, failureText } from '../../../mail/delivery-failure.ts'
import { certificateText } from '../../../outbound/certificate-text.ts'
import type { AttemptRule } from '../../users/attempt-store.ts'
import { requireRateLimit } from '../../users/require-rate-limit.ts'
import { requireTemplate } from './require-template.ts'

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

const steps: Readonly<Record<MailStep, string>> = {
  connected: 'connected',
  encrypted: 'TLS established',
  greeted: 'greeted',
  signed_in: 'signed in',
  sender_accepted: 'sender accepted',
  recipient_accepted: 'recipient accepted',
  message_accepted: 'message accepted',
}

/** Such as 'connected, greeted'. */
const reachedText = (reached: readonly MailStep[]): string => reached.map((step) => steps[step]).join(', ')

/** Why a test mail was not sent, and how far it came. */
function testFailureText(failure: DeliveryFailure): string {
  const { code, reached } = failure
  const certificate = certificateText(code)
  const why = failureText(failure) + (certificate ? `, ${certificate}` : '')
  const steps = reached.length > 0 ? reachedText(reached) : 'not connected'
  return `The test email was not sent. Progress: ${steps}. Then: ${why}.`
}
