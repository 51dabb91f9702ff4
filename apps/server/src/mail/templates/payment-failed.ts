import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { name, time } from '../mail-variables.ts'
import { dayOf } from '../wording.ts'

export const paymentFailed = mailTemplate({
  name: 'payment-failed',
  category: 'billing',
  priority: 'high',
  description: 'Reports that a renewal could not be paid, and what happens next.',
  variables: {
    plan: name('The plan', 'Pro'),
    provider: name('The payment provider', 'Stripe'),
    next: time('The next step: another try, or after the last one the end of the subscription'),
  },
  subject: ({ plan }) => `Your payment for ${plan} failed`,
  body: ({ plan, provider, next }, url) => ({
    title: 'Your payment failed',
    preview: `Update your payment method by ${dayOf(next)}.`,
    paragraphs: [
      line`${provider} could not charge your payment method for the ${plan} plan. Nothing has changed for you, your collaborators and your API keys yet.`,
      line`Please update your payment method. If the payment keeps failing for eight days, the subscription ends.`,
    ],
    facts: [['Checked again on', dayOf(next)]],
    action: { label: 'Update payment method', url: `${url}/subscription` },
    reason: 'your account has a paid subscription',
  }),
})
