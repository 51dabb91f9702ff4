import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { name, time } from '../mail-variables.ts'
import { dayOf, momentOf } from '../wording.ts'

export const subscriptionCanceled = mailTemplate({
  name: 'subscription-canceled',
  category: 'billing',
  priority: 'high',
  description: 'Confirms a cancellation, and says until when the plan stays active.',
  variables: { plan: name('The plan', 'Pro'), ends: time('When the subscription ends') },
  subject: ({ plan, ends }) => `Your ${plan} subscription ends on ${dayOf(ends)}`,
  body: ({ plan, ends }, url) => ({
    title: 'Your subscription is canceled',
    preview: `It stays active until ${dayOf(ends)}.`,
    paragraphs: [
      line`Your ${plan} subscription is canceled. You have paid for it until the date below, and until then everything stays as it is.`,
      line`After that your account moves to the Free plan. If you then have more projects or collaborators than it allows, you get another mail with the dates of what happens next.`,
    ],
    facts: [['Active until', momentOf(ends)]],
    action: { label: 'Resume subscription', url: `${url}/subscription` },
    closing: [line`You can resume it at any time before that date.`],
    reason: 'your account has a paid subscription',
  }),
})
