import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { amount, currency, name, time } from '../mail-variables.ts'
import { dayOf, moneyOf } from '../wording.ts'

export const paymentReceipt = mailTemplate({
  name: 'payment-receipt',
  category: 'billing',
  priority: 'medium',
  description: 'Confirms a payment for a subscription.',
  variables: {
    plan: name('The plan', 'Pro'),
    total: amount('What was paid, including tax', 500),
    currency: currency(),
    paid: time('When it was paid'),
    until: time('The end of the period that is paid for'),
  },
  subject: ({ plan }) => `Receipt for your ${plan} subscription`,
  body: ({ plan, total, currency, paid, until }, url) => ({
    title: 'Thank you for your payment',
    preview: `${moneyOf(total, currency)} for ${plan}.`,
    paragraphs: [line`We received your payment for the ${plan} plan.`],
    facts: [
      ['Amount', `${moneyOf(total, currency)} ${currency}, including tax`],
      ['Paid on', dayOf(paid)],
      ['Paid until', dayOf(until)],
    ],
    action: { label: 'Open Subscription & Billing', url: `${url}/subscription` },
    closing: [line`The invoice is on the Subscription & Billing page.`],
    reason: 'your account has a paid subscription',
  }),
})
