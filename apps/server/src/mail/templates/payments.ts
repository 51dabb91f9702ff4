/** Payments. */
import { formatCount } from '@envhold/contract/format-count.ts'
import { line, paragraph } from '../mail-body.ts'
import { subscriptionMail } from '../mail-template.ts'
import { amount, count, currency, follows, name, names, orElse, time } from '../mail-variables.ts'
import { dayOf, moneyOf } from '../wording.ts'

export const paymentReceipt = subscriptionMail({
  name: 'payment-receipt',
  priority: 'medium',
  description: 'Confirms a payment for a subscription.',
  variables: {
    plan: name('The plan', 'Pro'),
    total: amount('What was paid, including tax', 500),
    tax: orElse(amount('The tax in it; 0: none', 80), 0),
    currency: currency(),
    paid: time('When it was paid'),
    until: time('The end of the period that is paid for'),
  },
  subject: ({ plan }) => `Receipt for your ${plan} subscription`,
  says: ({ plan, total, tax, currency, paid, until }) => ({
    title: 'Thank you for your payment',
    preview: `${moneyOf(total, currency)} for ${plan}.`,
    paragraphs: paragraph`We received your payment for the ${plan} plan.`,
    facts: [
      ['Amount', `${moneyOf(total, currency)} ${currency}`],
      tax > 0 && ['Tax in it', moneyOf(tax, currency)],
      ['Paid on', dayOf(paid)],
      ['Paid until', dayOf(until)],
    ],
    closing: paragraph`The invoice is on the Subscription & Billing page.`,
  }),
})

const invoiceNumber = names('The number of the invoice, if it has one', ['INV-0007'])
const exampleEnd = Date.UTC(2027, 2, 21, 15)

/** Its values when a payment has failed, and after each try: subject, title and what remains. */
function failedTry(plan: string, { tries, left, ends }: { tries: number; left: number; ends: number }) {
  if (left === 0)
    return {
      subject: `Your ${plan} subscription ends on ${dayOf(ends)} unless you pay`,
      title: 'The last try failed',
    }
  if (tries === 0) return { subject: `Your payment for ${plan} failed`, title: 'Your payment failed' }
  return {
    subject: `Your payment for ${plan} failed again: ${triesOf(left)} left`,
    title: `Your payment failed again`,
  }
}

const triesOf = (left: number) => formatCount(left, 'try', 'tries')

export const paymentFailed = subscriptionMail({
  name: 'payment-failed',
  description:
    'Reports that a payment failed, and after each try that it failed again: what is due, and until when.',
  variables: {
    plan: name('The plan', 'Pro'),
    provider: name('The payment provider', 'Stripe'),
    next: time('The next step: another try, or after the last one the end of the subscription'),
    tries: orElse(count('How often it was tried again', 1), 0),
    left: orElse(count('How many more tries there are', 3), 4),
    ends: orElse(
      { ...time('When the subscription ends if no try succeeds; 0: unknown'), example: exampleEnd },
      0,
    ),
    follows,
    total: orElse(amount('What is due, including tax; 0: unknown', 500), 0),
    currency: orElse(currency(), 'USD'),
    invoice: orElse(invoiceNumber, []),
  },
  validUntil: 'next',
  subject: ({ plan, ...state }) => failedTry(plan, state).subject,
  says: ({ plan, provider, next, follows, total, currency, invoice, ...state }, url) => {
    const { tries, left, ends } = state
    return {
      title: failedTry(plan, state).title,
      preview: `Update your payment method by ${dayOf(next)}.`,
      paragraphs: [
        tries === 0
          ? line`${provider} could not charge your payment method for the ${plan} plan. Nothing has changed for you, your collaborators and your API keys.`
          : line`${provider} still could not charge your payment method for the ${plan} plan.`,
        left > 0
          ? line`Please update your payment method before the next try. If ${[left === 1 ? 'it fails too' : 'no try succeeds']}, the subscription ends and your account is on the ${follows} plan.`
          : line`There is no further try. Update your payment method and pay by the date below, or the subscription ends and your account is on the ${follows} plan.`,
      ],
      facts: [
        total > 0 && ['Amount due', `${moneyOf(total, currency)} ${currency}`],
        ...invoice.map((number) => ['Invoice', number] as const),
        left > 0 && ['Next try on', dayOf(next)],
        left > 0 && ['Tries left', String(left)],
        ends > 0 && ['Plan ends on', dayOf(ends)],
      ],
      action: { label: 'Update payment method', url: `${url}/subscription` },
    }
  },
})

export const paymentRecovered = subscriptionMail({
  name: 'payment-recovered',
  priority: 'medium',
  description: 'Reports that a failed payment succeeded after all.',
  variables: { plan: name('The plan', 'Pro') },
  subject: ({ plan }) => `Your payment for ${plan} went through`,
  says: ({ plan }) => ({
    title: 'Your payment went through',
    preview: 'Your subscription continues.',
    paragraphs: paragraph`The payment for the ${plan} plan that failed before has been made. There is nothing left to do.`,
  }),
})

export const paymentRefunded = subscriptionMail({
  name: 'payment-refunded',
  description: 'Reports that a payment was refunded, in part or in full.',
  variables: {
    plan: name('The plan', 'Pro'),
    refunded: amount('What was refunded', 500),
    total: amount('What was paid', 500),
    currency: currency(),
    invoice: invoiceNumber,
  },
  subject: ({ plan, refunded, currency }) => `${moneyOf(refunded, currency)} for ${plan} refunded`,
  says: ({ plan, refunded, total, currency, invoice }) => ({
    title: 'You get a refund',
    preview: `${moneyOf(refunded, currency)} for ${plan}.`,
    paragraphs: paragraph`A payment for the ${plan} plan was refunded to the payment method that it came from. Your bank decides on which day you see it.`,
    facts: [
      ['Refunded', `${moneyOf(refunded, currency)} ${currency}`],
      ['Of the payment', `${moneyOf(total, currency)} ${currency}`],
      ...invoice.map((number) => ['Invoice', number] as const),
    ],
    reason: 'your account has, or had, a paid subscription',
  }),
})

const disputeVariables = {
  plan: name('The plan', 'Pro'),
  provider: name('The payment provider', 'Stripe'),
}

export const paymentDisputed = subscriptionMail({
  name: 'payment-disputed',
  description: 'Reports that the bank of a customer disputes a payment.',
  variables: disputeVariables,
  subject: ({ plan }) => `A payment for ${plan} is disputed`,
  says: ({ plan, provider }, url) => ({
    title: 'A payment is disputed',
    preview: 'Your bank wants it back.',
    paragraphs: [
      line`${provider} reports that a payment for the ${plan} plan is disputed: your bank wants it back. Nothing has changed for your projects.`,
      line`If you did not ask your bank for that, tell it that the payment was yours. If it was not, or if something went wrong, write to us first: a refund is faster than a dispute.`,
    ],
    action: { label: 'Contact us', url: `${url}/contact` },
    reason: 'your account has, or had, a paid subscription',
  }),
})

export const disputeClosed = subscriptionMail({
  name: 'dispute-closed',
  priority: 'medium',
  description: 'Reports that a dispute about a payment is over.',
  variables: disputeVariables,
  subject: ({ plan }) => `The dispute about a payment for ${plan} is over`,
  says: ({ plan, provider }) => ({
    title: 'The dispute is over',
    preview: 'Your invoices show what came of it.',
    paragraphs: paragraph`${provider} reports that the dispute about a payment for the ${plan} plan is over. Your bank tells you what came of it, and your invoices show whether the payment was refunded.`,
    reason: 'your account has, or had, a paid subscription',
  }),
})
