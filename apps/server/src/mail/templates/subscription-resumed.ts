import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { name, time } from '../mail-variables.ts'
import { dayOf } from '../wording.ts'

export const subscriptionResumed = mailTemplate({
  name: 'subscription-resumed',
  category: 'billing',
  priority: 'medium',
  description: 'Confirms that a cancellation was taken back.',
  variables: { plan: name('The plan', 'Pro'), renews: time('When it renews') },
  subject: ({ plan }) => `Your ${plan} subscription continues`,
  body: ({ plan, renews }, url) => ({
    title: 'Your subscription continues',
    preview: `It renews on ${dayOf(renews)}.`,
    paragraphs: [line`Your ${plan} subscription is no longer canceled. It renews on the date below.`],
    facts: [['Renews on', dayOf(renews)]],
    action: { label: 'Open Subscription & Billing', url: `${url}/subscription` },
    reason: 'your account has a paid subscription',
  }),
})
