/** Subscriptions: how they change, renew and end. */
import { type Line, line, paragraph, type Way } from '../mail-body.ts'
import { choiceMail, downloadWay, subscriptionMail } from '../mail-template.ts'
import { amount, count, currency, follows, name, names, orElse, text, time } from '../mail-variables.ts'
import { dayOf, momentOf, moneyOf, peopleOf, projectsOf } from '../wording.ts'

/** What else the account pays for, where two checkouts were paid. */
const other = orElse(names('Another subscription of the account that continues; none for most', []), [])

const continues = (rest: string): Line =>
  line`Your other subscription continues: ${rest}. If you do not need it, cancel it too.`

const billingWay = (url: string): Way => ({
  label: 'Open Subscription & Billing',
  url: `${url}/subscription`,
  note: 'See what you pay for, and cancel what you do not need.',
})

export const twoSubscriptions = subscriptionMail({
  name: 'two-subscriptions',
  description: 'Reports that two checkouts were paid, so that two subscriptions of the account renew.',
  variables: {
    newer: name('The subscription that began now', 'Pro through Stripe'),
    older: name('The one that the account has already', 'Pro through Polar'),
  },
  subject: () => 'You pay for two subscriptions',
  says: ({ newer, older }, url) => ({
    preview: 'Both renew until you cancel one of them.',
    paragraphs: [
      line`You have two subscriptions now: ${newer}, and ${older}. This happens when the pages of two checkouts are both paid.`,
      ['Your account has the larger plan of the two, but both are charged until you cancel one of them.'],
    ],
    closing: [[`If you paid twice by mistake, contact us: ${url}/contact`]],
  }),
})

export const subscriptionCanceled = subscriptionMail({
  name: 'subscription-canceled',
  description: 'Confirms a cancellation, and says until when the plan stays active.',
  variables: { plan: name('The plan', 'Pro'), ends: time('When the subscription ends'), follows, other },
  subject: ({ plan, ends }) => `Your ${plan} subscription ends on ${dayOf(ends)}`,
  says: ({ plan, ends, follows, other: [rest] }, url) => ({
    title: 'Your subscription is canceled',
    preview: `It stays active until ${dayOf(ends)}.`,
    paragraphs: [
      line`Your ${plan} subscription is canceled. You have paid for it until the date below, and until then everything stays as it is.`,
      rest
        ? continues(rest)
        : line`After that your account is on the ${follows} plan. If you then have more projects or collaborators than it allows, you get another e-mail with the dates of what happens next.`,
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
    facts: [renews > 0 && ['Renews on', dayOf(renews)]],
  }),
})

export const subscriptionPaused = subscriptionMail({
  name: 'subscription-paused',
  description: 'Reports that a subscription was paused, and how it continues.',
  variables: { plan: name('The plan', 'Pro'), follows },
  subject: ({ plan }) => `Your ${plan} subscription is paused`,
  says: ({ plan, follows }, url) => ({
    title: 'Your subscription is paused',
    preview: `Resuming it brings ${plan} back.`,
    paragraphs: [
      line`Your ${plan} subscription is paused. It has not ended, but while it is paused your account is on the ${follows} plan.`,
      ['If you have more projects or collaborators than it allows, another e-mail has the dates.'],
    ],
    action: { label: 'Resume or cancel it', url: `${url}/subscription` },
  }),
})

export const renewalReminder = subscriptionMail({
  name: 'renewal-reminder',
  description:
    'Reports 14 days before that a yearly subscription renews: when, for how much, and how to change that.',
  variables: {
    plan: name('The plan', 'Pro'),
    renews: time('When it renews'),
    total: amount('What will be charged, without tax that is added; 0: unknown', 5_000),
    currency: currency(),
    per: text('For how long: year or month', 'year'),
    provider: name('The payment provider', 'Stripe'),
  },
  validUntil: 'renews',
  subject: ({ plan, renews }) => `Your ${plan} subscription renews on ${dayOf(renews)}`,
  says: ({ plan, renews, total, currency, per, provider }, url) => ({
    title: 'Your subscription renews soon',
    preview: `${total > 0 ? `${moneyOf(total, currency)} for ${plan}` : plan} on ${dayOf(renews)}.`,
    paragraphs: [
      line`Your ${plan} subscription renews automatically. ${provider} charges it on the date below, so there is nothing to do if you want to keep it.`,
      line`To cancel or to change the plan, open the Subscription & Billing page before that date. After canceling you keep the plan until then.`,
      ...(total > 0
        ? []
        : [
            line`It renews at another price. ${provider} shows the amount: open the customer portal on that page.`,
          ]),
    ],
    facts: [
      ['Renews on', dayOf(renews)],
      total > 0 && ['Amount', `${moneyOf(total, currency)} ${currency} a ${per}, plus tax where it applies`],
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
      starts > 0 && ['Begins on', dayOf(starts)],
      renews > 0 && ['Renews on', dayOf(renews)],
    ],
    action: { label: 'Open Subscription & Billing', url: `${url}/subscription` },
    closing: [[`If you did not ask for this, contact us: ${url}/contact`]],
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

/** What is more than the free plan allows, in words; undefined for nothing. */
function excessOf(projects: number, people: number): string | undefined {
  const parts = [projects > 0 && projectsOf(projects), people > 0 && peopleOf(people)].filter(Boolean)
  return parts.length > 0 ? parts.join(' and ') : undefined
}

const subscribeWay = (url: string): Way => ({
  label: 'Subscribe again',
  url: `${url}/subscription?upgrade=true`,
  note: 'With another payment method, if you like.',
})

export const subscriptionEnded = choiceMail({
  name: 'subscription-ended',
  priority: 'critical',
  description: 'Reports that a subscription ended, and which plan the account has now.',
  variables: {
    plan: name('The plan', 'Pro'),
    now: name('The plan of the account now', 'Free'),
    projects: count('How many projects are more than the free plan allows', 3),
    people: count('How many collaborators are more than the free plan allows', 2),
    unpaid: unpaidBy,
    other,
  },
  subject: ({ plan, unpaid }) =>
    unpaid.length > 0
      ? `Your ${plan} subscription has ended: the payment failed`
      : `Your ${plan} subscription has ended`,
  says: ({ plan, now, projects, people, unpaid, other: [rest] }, url) => {
    const excess = excessOf(projects, people)
    return {
      title: 'Your subscription has ended',
      preview: `You are on the ${now} plan now.`,
      paragraphs: [
        ...endedFor(plan, unpaid),
        line`Your account is on the ${now} plan.`,
        ...(rest ? [continues(rest)] : []),
        excess
          ? [
              `You have ${excess} more than it allows. Nothing is lost: before anything changes for your projects, you get another e-mail with the dates. Programs can read your variables all this time.`,
            ]
          : line`Everything you have fits into it, so nothing else changes.`,
      ],
      ways: [rest ? billingWay(url) : subscribeWay(url), downloadWay(url)],
      reason: 'your account had a paid subscription',
    }
  },
})
