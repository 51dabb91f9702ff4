/** The e-mails that this instance sends. */
import { hash } from 'node:crypto'
import type { MailStep } from '@envhold/contract/operator/mail-templates.ts'
import * as contract from '@envhold/contract/operator/mail-templates.ts'
import { AppError, notFound } from '../../../app-error.ts'
import { verb } from '../../../http/verb.ts'
import { DeliveryFailure, failureText } from '../../../mail/delivery-failure.ts'
import { templateList } from '../../../mail/every-template.ts'
import type { MailTemplate } from '../../../mail/mail-template.ts'
import type { Variable } from '../../../mail/mail-variables.ts'
import { renderExample } from '../../../mail/render-mail.ts'
import { certificateText } from '../../../outbound/outbound-error.ts'
import { requireRateLimit } from '../../users/attempt-limits.ts'
import type { AttemptRule } from '../../users/attempt-store.ts'

export const listMailTemplates = verb(contract.listMailTemplates, async () => ({
  templates: templateList.map(({ name, description, category, priority, variables }) => ({
    name,
    description,
    category,
    metadata: { priority },
    variables: Object.entries(variables).map(([variable, of]) => ({
      name: variable,
      type: of.type,
      required: !of.schema.safeParse(undefined).success,
      description: of.description,
      example: exampleOf(of),
    })),
  })),
}))

export const previewMailTemplate = verb(contract.previewMailTemplate, async (_ctx, { params }) => {
  const { subject, html } = await renderExample(requireTemplate(params.name))
  return { subject, html }
})

const hourMs = 3_600_000
const perOperator: AttemptRule = { kind: 'test-mail', limit: 20, windowMs: hourMs }
/** Nobody's mailbox is filled, however many operators there are. */
const perAddress: AttemptRule = { kind: 'test-mail-address', limit: 5, windowMs: hourMs }

/** Sends it at once: neither the mail nor the address is stored. */
export const sendTestMail = verb(contract.sendTestMail, async (ctx, { caller, params, body: { to } }) => {
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
})

const exampleOf = ({ type, example }: Variable): string => {
  if (type === 'time') return new Date(Number(example)).toISOString()
  return Array.isArray(example) ? example.join(', ') : String(example)
}

/** @throws AppError NOT_FOUND */
function requireTemplate(name: string): MailTemplate {
  const template = templateList.find((template) => template.name === name)
  if (!template) throw notFound('Email template not found')
  return template
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
