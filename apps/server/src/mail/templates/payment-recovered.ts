import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { name } from '../mail-variables.ts'

export const paymentRecovered = mailTemplate({
  name: 'payment-recovered',
  category: 'billing',
  priority: 'medium',
  description: 'Reports that a failed payment succeeded after all.',
  variables: { plan: name('The plan', 'Pro') },
  subject: ({ plan }) => `Your payment for ${plan} went through`,
  body: ({ plan }, url) => ({
    title: 'Your payment went through',
    preview: 'Your subscription continues.',
    paragraphs: [
      line`The payment for the ${plan} plan that failed before has been made. There is nothing left to do.`,
    ],
    action: { label: 'Open Subscription & Billing', url: `${url}/subscription` },
    reason: 'your account has a paid subscription',
  }),
})
