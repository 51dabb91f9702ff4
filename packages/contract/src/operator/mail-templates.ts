/** The e-mails that this instance sends: what each says, shown with examples. */
import { z } from 'zod'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { operatorEndpoint } from './operator-calls.ts'

/** How far a message came: the connection, TLS, the greeting of the mail server, and what it accepted. */
export const mailSteps = [
  'connected',
  'encrypted',
  'greeted',
  'signed_in',
  'sender_accepted',
  'recipient_accepted',
  'message_accepted',
] as const
export type MailStep = (typeof mailSteps)[number]

/** In the order of the tabs. */
export const mailCategories = [
  'onboarding',
  'collaboration',
  'billing',
  'security',
  'notification',
  'general',
] as const
export type MailCategory = (typeof mailCategories)[number]

export const mailPriorities = ['critical', 'high', 'medium', 'low'] as const
export type MailPriority = (typeof mailPriorities)[number]

const templateName = z
  .string()
  .regex(/^[a-z0-9-]+$/)
  .max(limits.nameLength)

const mailTemplate = z
  .object({
    name: templateName,
    description: z.string().max(limits.descriptionLength),
    category: z.enum(mailCategories),
    metadata: z.object({ priority: z.enum(mailPriorities) }),
    variables: z
      .array(
        z.object({
          name: z.string().max(limits.nameLength),
          type: z.string().max(limits.nameLength),
          required: z.boolean(),
          description: z.string().max(limits.descriptionLength),
          example: z.string().max(limits.descriptionLength),
        }),
      )
      .max(100),
  })
  .meta({ id: 'MailTemplate' })
export type MailTemplate = z.output<typeof mailTemplate>

const ofOne = z.object({ name: templateName })

export const listMailTemplates = operatorEndpoint('GET /admin/email-templates', {
  name: 'listMailTemplates',
  summary: 'List the templates of all e-mails, with their variables.',
  output: z.object({ templates: z.array(mailTemplate).max(500) }),
})

export const previewMailTemplate = operatorEndpoint('GET /admin/email-templates/{name}/preview', {
  name: 'previewMailTemplate',
  summary: 'Show an e-mail, filled in with examples. Its links lead to example addresses.',
  params: ofOne,
  output: z.object({ subject: z.string().max(300), html: z.string().max(200_000) }),
  errors: ['NOT_FOUND'],
})

export const sendTestMail = operatorEndpoint('POST /admin/email-templates/{name}/test', {
  name: 'sendTestMail',
  summary:
    'Send an e-mail that is filled in with examples to any address. Each operator can send 20 in an hour, and 5 to one address.',
  params: ofOne,
  body: z.object({ to: field.requiredEmail('Please enter a test email address') }),
  output: field.message.extend({
    /** The steps at the mail server, as text; empty without a mail server. */
    progress: z.string().max(300),
  }),
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
})
