import type { MailTemplate } from './mail-template.ts'
import type { ValuesOf } from './mail-variables.ts'
import * as accounts from './templates/accounts.ts'
import * as apiKeys from './templates/api-keys.ts'
import * as archive from './templates/archive.ts'
import * as collaboration from './templates/collaboration.ts'
import * as contact from './templates/contact.ts'
import * as email from './templates/email.ts'
import * as factors from './templates/factors.ts'
import * as gracePeriods from './templates/grace-periods.ts'
import * as grantedPlans from './templates/granted-plans.ts'
import * as monthCalls from './templates/month-calls.ts'
import * as payments from './templates/payments.ts'
import * as planLimits from './templates/plan-limits.ts'
import * as sharedProjects from './templates/shared-projects.ts'
import * as signIn from './templates/sign-in.ts'
import * as subscriptions from './templates/subscriptions.ts'
import * as transfers from './templates/transfers.ts'
import * as vault from './templates/vault.ts'

// What these files export besides their mails.
const { endedFor, unpaidBy, ...subscriptionMails } = subscriptions
const { digestLength, ...contactMails } = contact

/**
 * Every mail that the server can write, in the order of the operator's list: by subject, then by name. What is not
 * exported there cannot be queued, and anything else exported does not compile.
 */
export const everyTemplate = {
  ...email,
  ...collaboration,
  ...transfers,
  ...sharedProjects,
  ...vault,
  ...signIn,
  ...factors,
  ...apiKeys,
  ...accounts,
  ...payments,
  ...subscriptionMails,
  ...grantedPlans,
  ...monthCalls,
  ...gracePeriods,
  ...planLimits,
  ...archive,
  ...contactMails,
} satisfies Record<string, MailTemplate>

/** The same as a list, for those who treat them all alike. */
export const templateList: readonly MailTemplate[] = Object.values<MailTemplate>(everyTemplate)

type TemplateKey = keyof typeof everyTemplate

/** The templates without a secret: a queued mail lies in the database in the clear. */
export type QueuedTemplate = {
  [Key in TemplateKey]: (typeof everyTemplate)[Key]['secret'] extends false ? Key : never
}[TemplateKey]

/** What a template is filled in with. */
export type TemplateValues<Key extends TemplateKey> = ValuesOf<(typeof everyTemplate)[Key]['variables']>
