import { type DatedMail, day } from './moved-server.ts'

/** Mails about the grace period and the archive: what is said before and after each step. */
const graceTemplates = [
  'subscription-ended',
  'grace-started',
  'grace-reminder',
  'grace-cleared',
  'downgrade-completed',
  'downgrade-final',
  'projects-restored',
  'project-archived',
  'archive-reminder',
  'archived-projects-deleted',
  'account-suspended',
  'account-unsuspended',
] as const

/** The mails of these templates to a person: on which day after `from`, and which, in the order in which they came. */
export const mailDays = (
  mails: readonly DatedMail[],
  { email, from }: { readonly email: string; readonly from: number },
): (readonly [day: number, template: string])[] =>
  mails
    .filter(
      ({ to, template }) =>
        to === email && graceTemplates.some((graceTemplate) => graceTemplate === template),
    )
    .map(({ at, template }) => [Math.max(0, Math.round(((at - from) / day) * 10) / 10), template] as const)

/** The text of a mail without the marks that keep mail programs from making links of names. */
export const textOf = (mail: DatedMail | undefined): string => (mail?.text ?? '').replaceAll('\u200c', '')
