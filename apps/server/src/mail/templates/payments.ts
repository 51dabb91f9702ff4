/** Payments and subscriptions. */
import { formatCount } from '@envhold/contract/format-count.ts'
import { type Line, line, paragraph } from '../mail-body.ts'
import { choiceMail, downloadWay, mailsOf } from '../mail-template.ts'
import { amount, count, currency, name, names, orElse, text, time } from '../mail-variables.ts'
import { dayOf, momentOf, moneyOf, peopleOf, projectsOf } from '../wording.ts'

const subscriptionMail = mailsOf({
  category: 'billing',
  priority: 'high',
  variables: {},
  body: (_, url) => ({
    action: { label: 'Open Subscription & Billing', url: `${url}/subscription` },
    reason: 'your account has a paid subscription',
  }),
})

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
      ...(tax > 0 ? [['Tax in it', moneyOf(tax, currency)] as const] : []),
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
    total: orElse(amount('What is due, including tax; 0: unknown', 500), 0),
    currency: orElse(currency(), 'USD'),
    invoice: orElse(invoiceNumber, []),
  },
  validUntil: 'next',
  subject: ({ plan, ...state }) => failedTry(plan, state).subject,
  says: ({ plan, provider, next, total, currency, invoice, ...state }, url) => {
    const { tries, left, ends } = state
    const end = ends === 0 ? [] : [['Plan ends on', dayOf(ends)] as const]
    return {
      title: failedTry(plan, state).title,
      preview: `Update your payment method by ${dayOf(next)}.`,
      paragraphs: [
        tries === 0
          ? line`${provider} could not charge your payment method for the ${plan} plan. Nothing has changed for you, your collaborators and your API keys.`
          : line`${provider} still could not charge your payment method for the ${plan} plan.`,
        left > 0
          ? [
              `Please update your payment method before the next try. If ${left === 1 ? 'it fails too' : 'no try succeeds'}, the subscription ends and your account moves to the Free plan.`,
            ]
          : line`There is no further try. Update your payment method and pay by the date below, or the subscription ends and your account moves to the Free plan.`,
      ],
      facts: [
        ...(total > 0 ? [['Amount due', `${moneyOf(total, currency)} ${currency}`] as const] : []),
        ...invoice.map((number) => ['Invoice', number] as const),
        ...(left > 0 ? [['Next try on', dayOf(next)] as const, ['Tries left', String(left)] as const] : []),
        ...end,
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

export const subscriptionCanceled = subscriptionMail({
  name: 'subscription-canceled',
  description: 'Confirms a cancellation, and says until when the plan stays active.',
  variables: { plan: name('The plan', 'Pro'), ends: time('When the subscription ends') },
  subject: ({ plan, ends }) => `Your ${plan} subscription ends on ${dayOf(ends)}`,
  says: ({ plan, ends }, url) => ({
    title: 'Your subscription is canceled',
    preview: `It stays active until ${dayOf(ends)}.`,
    paragraphs: [
      line`Your ${plan} subscription is canceled. You have paid for it until the date below, and until then everything stays as it is.`,
      line`After that your account moves to the Free plan. If you then have more projects or collaborators than it allows, you get another e-mail with the dates of what happens next.`,
    ],
    facts: [['Active until', momentOf(ends)]],
    action: { label: 'Resume subscription', url: `${url}/subscription` },
    closing: paragraph`You can resume it at any time before that date.`,
  }),
})

export const subscriptionResumed = subscriptionMail({
  name: 'subscription-resumed',
  priority: 'medium',
  description: 'Confirms that a cancellation was taken back.',
  variables: { plan: name('The plan', 'Pro'), renews: time('When it renews; 0: unknown') },
  subject: ({ plan }) => `Your ${plan} subscription continues`,
  says: ({ plan, renews }) => ({
    title: 'Your subscription continues',
    preview: renews > 0 ? `It renews on ${dayOf(renews)}.` : 'It is no longer canceled.',
    paragraphs: paragraph`Your ${plan} subscription is no longer canceled, and renews at the end of its period.`,
    ...(renews > 0 && { facts: [['Renews on', dayOf(renews)]] }),
  }),
})

export const renewalReminder = subscriptionMail({
  name: 'renewal-reminder',
  description:
    'Reports 14 days before that a yearly subscription renews: when, for how much, and how to change that.',
  variables: {
    plan: name('The plan', 'Pro'),
    renews: time('When it renews'),
    total: amount('What will be charged, without tax that is added', 5_000),
    currency: currency(),
    per: text('For how long: year or month', 'year'),
    provider: name('The payment provider', 'Stripe'),
  },
  validUntil: 'renews',
  subject: ({ plan, renews }) => `Your ${plan} subscription renews on ${dayOf(renews)}`,
  says: ({ plan, renews, total, currency, per, provider }, url) => ({
    title: 'Your subscription renews soon',
    preview: `${moneyOf(total, currency)} for ${plan} on ${dayOf(renews)}.`,
    paragraphs: [
      line`Your ${plan} subscription renews automatically. ${provider} charges it on the date below, so there is nothing to do if you want to keep it.`,
      line`To cancel or to change the plan, open the Subscription & Billing page before that date. After canceling you keep the plan until then.`,
    ],
    facts: [
      ['Renews on', dayOf(renews)],
      ['Amount', `${moneyOf(total, currency)} ${currency} a ${per}, plus tax where it applies`],
    ],
    action: { label: 'Cancel or change plan', url: `${url}/subscription` },
  }),
})

export const priceChanged = subscriptionMail({
  name: 'price-changed',
  description:
    'Reports at least 30 days before that a subscription will cost more or less from one of its renewals on.',
  variables: {
    plan: name('The plan', 'Pro'),
    total: amount('What it will cost, without tax that is added', 600),
    currency: currency(),
    per: text('For how long: year or month', 'month'),
    from: time('The renewal that charges it first'),
  },
  subject: ({ plan, from }) => `The price of ${plan} changes on ${dayOf(from)}`,
  says: ({ plan, total, currency, per, from }, url) => ({
    title: 'The price of your plan changes',
    preview: `${moneyOf(total, currency)} a ${per}, from ${dayOf(from)}.`,
    paragraphs: [
      line`The price of the ${plan} plan changes. You keep the price that you pay now until the renewal on the date below, which is the first to charge the new one.`,
      line`If you do not want to pay it, cancel or change the plan before that date. After canceling you keep the plan until the end of the period that is paid for.`,
    ],
    facts: [
      ['New price', `${moneyOf(total, currency)} ${currency} a ${per}, plus tax where it applies`],
      ['From', dayOf(from)],
    ],
    action: { label: 'Cancel or change plan', url: `${url}/subscription` },
  }),
})

export const subscriptionChanged = subscriptionMail({
  name: 'subscription-changed',
  description:
    'Confirms that a subscription has another plan or interval, or will have when its period ends.',
  variables: {
    plan: name('The new plan and interval', 'Pro, billed yearly'),
    before: name('The plan and interval before', 'Pro, billed monthly'),
    starts: time('When the new plan begins; 0: it has begun'),
    renews: time('When it renews; 0: unknown'),
  },
  subject: ({ plan, starts }) =>
    starts > 0 ? `Your plan changes on ${dayOf(starts)}: ${plan}` : `Your plan has changed: ${plan}`,
  says: ({ plan, before, starts, renews }, url) => ({
    title: starts > 0 ? 'Your plan will change' : 'Your plan has changed',
    preview: starts > 0 ? `${plan}, from ${dayOf(starts)}.` : `${plan}, from now on.`,
    paragraphs:
      starts > 0
        ? paragraph`Your subscription keeps its plan until the end of the period that is paid for. Then the new plan begins, and its price is charged.`
        : paragraph`What was left of the old plan counts towards the new one. If a payment was due, the receipt follows in its own e-mail.`,
    facts: [
      ['Plan', plan],
      ['Before', before],
      ...(starts > 0 ? [['Begins on', dayOf(starts)] as const] : []),
      ...(renews > 0 ? [['Renews on', dayOf(renews)] as const] : []),
    ],
    action: { label: 'Open Subscription & Billing', url: `${url}/subscription` },
    closing: paragraph`If you did not ask for this, contact us.`,
  }),
})

/** The provider that could not collect the payment, where a subscription ended for that. */
export const unpaidBy = orElse(
  names('The provider that could not collect the payment; none if it ended for another reason', ['Stripe']),
  [],
)

/** That a subscription has ended, and why. */
export const endedFor = (plan: string, unpaid: readonly string[]): readonly Line[] => [
  unpaid[0]
    ? line`${unpaid[0]} could not collect the payment for your ${plan} subscription, so the subscription has ended.`
    : line`Your ${plan} subscription has ended.`,
]

/** What is more than the Free plan allows, in words; undefined for nothing. */
function excessOf(projects: number, people: number): string | undefined {
  const parts = [projects > 0 && projectsOf(projects), people > 0 && peopleOf(people)].filter(Boolean)
  return parts.length > 0 ? parts.join(' and ') : undefined
}

export const subscriptionEnded = choiceMail({
  name: 'subscription-ended',
  priority: 'critical',
  description: 'Reports that a subscription ended, and which plan the account has now.',
  variables: {
    plan: name('The plan', 'Pro'),
    now: name('The plan of the account now', 'Free'),
    projects: count('How many projects are more than the Free plan allows', 3),
    people: count('How many collaborators are more than the Free plan allows', 2),
    unpaid: unpaidBy,
  },
  subject: ({ plan, unpaid }) =>
    unpaid.length > 0
      ? `Your ${plan} subscription has ended: the payment failed`
      : `Your ${plan} subscription has ended`,
  says: ({ plan, now, projects, people, unpaid }, url) => {
    const excess = excessOf(projects, people)
    return {
      title: 'Your subscription has ended',
      preview: `You are on the ${now} plan now.`,
      paragraphs: [
        ...endedFor(plan, unpaid),
        line`Your account is on the ${now} plan.`,
        excess
          ? [
              `You have ${excess} more than it allows. Nothing is lost: before anything changes for your projects, you get another e-mail with the dates. Programs can read your variables all this time.`,
            ]
          : line`Everything you have fits into it, so nothing else changes.`,
      ],
      ways: [
        {
          label: 'Subscribe again',
          url: `${url}/subscription?upgrade=true`,
          note: 'With another payment method, if you like.',
        },
        downloadWay(url),
      ],
      reason: 'your account had a paid subscription',
    }
  },
})
