/** Plans that operators give accounts. */
import { line, paragraph } from '../mail-body.ts'
import { mailsOf } from '../mail-template.ts'
import { name, text, time } from '../mail-variables.ts'
import { dayOf, momentOf } from '../wording.ts'

const grantMail = mailsOf({
  category: 'billing',
  priority: 'high',
  variables: {},
  body: (_, url) => ({
    action: { label: 'Open Subscription & Billing', url: `${url}/subscription` },
    reason: 'an operator of this server gave your account a plan',
  }),
})

export const planGranted = grantMail({
  name: 'plan-granted',
  description: 'Reports that an operator gave an account a plan for a time, and why.',
  variables: {
    plan: name('The plan', 'Pro'),
    ends: time('When it ends'),
    reason: text('Why it was given', 'Thank you for the bug report.'),
  },
  subject: ({ plan }) => `You have the ${plan} plan now`,
  says: ({ plan, ends, reason }) => ({
    preview: `Until ${dayOf(ends)}, at no charge.`,
    paragraphs: [
      line`An operator gave your account the ${plan} plan. It costs nothing.`,
      ['A subscription of yours, if you have one, stays as it is and counts again afterwards.'],
    ],
    facts: [
      ['Until', momentOf(ends)],
      ['Reason', reason],
    ],
  }),
})

export const grantedPlanEnded = grantMail({
  name: 'granted-plan-ended',
  description: 'Reports that a plan that an operator gave an account ended, and which plan it has now.',
  variables: {
    plan: name('The plan that ended', 'Pro'),
    now: name('The plan that the account has now', 'Free'),
    reason: text('Why an operator took it back; empty: its time was over', ''),
  },
  subject: ({ plan }) => `Your ${plan} plan from an operator ended`,
  says: ({ plan, now, reason }) => ({
    title: `Your ${plan} plan ended`,
    preview: `Your account has the ${now} plan now.`,
    paragraphs: paragraph`The ${plan} plan that an operator gave your account ended. It has the ${now} plan now.`,
    facts: [reason !== '' && ['Reason', reason]],
  }),
})
