/** Payments and subscriptions. */
import { line, paragraph } from '../mail-body.ts'
import { mailsOf } from '../mail-template.ts'
import { amount, count, currency, name, time } from '../mail-variables.ts'
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
    currency: currency(),
    paid: time('When it was paid'),
    until: time('The end of the period that is paid for'),
  },
  subject: ({ plan }) => `Receipt for your ${plan} subscription`,
  says: ({ plan, total, currency, paid, until }) => ({
    title: 'Thank you for your payment',
    preview: `${moneyOf(total, currency)} for ${plan}.`,
    paragraphs: paragraph`We received your payment for the ${plan} plan.`,
    facts: [
      ['Amount', `${moneyOf(total, currency)} ${currency}, including tax`],
      ['Paid on', dayOf(paid)],
      ['Paid until', dayOf(until)],
    ],
    closing: paragraph`The invoice is on the Subscription & Billing page.`,
  }),
})

export const paymentFailed = subscriptionMail({
  name: 'payment-failed',
  description: 'Reports that a renewal could not be paid, and what happens next.',
  variables: {
    plan: name('The plan', 'Pro'),
    provider: name('The payment provider', 'Stripe'),
    next: time('The next step: another try, or after the last one the end of the subscription'),
  },
  subject: ({ plan }) => `Your payment for ${plan} failed`,
  says: ({ plan, provider, next }, url) => ({
    title: 'Your payment failed',
    preview: `Update your payment method by ${dayOf(next)}.`,
    paragraphs: [
      line`${provider} could not charge your payment method for the ${plan} plan. Nothing has changed for you, your collaborators and your API keys yet.`,
      line`Please update your payment method. If the payment keeps failing for eight days, the subscription ends.`,
    ],
    facts: [['Checked again on', dayOf(next)]],
    action: { label: 'Update payment method', url: `${url}/subscription` },
  }),
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
      line`After that your account moves to the Free plan. If you then have more projects or collaborators than it allows, you get another mail with the dates of what happens next.`,
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
  variables: { plan: name('The plan', 'Pro'), renews: time('When it renews') },
  subject: ({ plan }) => `Your ${plan} subscription continues`,
  says: ({ plan, renews }) => ({
    title: 'Your subscription continues',
    preview: `It renews on ${dayOf(renews)}.`,
    paragraphs: paragraph`Your ${plan} subscription is no longer canceled. It renews on the date below.`,
    facts: [['Renews on', dayOf(renews)]],
  }),
})

/** What is more than the Free plan allows, in words; undefined for nothing. */
function excessOf(projects: number, people: number): string | undefined {
  const parts = [projects > 0 && projectsOf(projects), people > 0 && peopleOf(people)].filter(Boolean)
  return parts.length > 0 ? parts.join(' and ') : undefined
}

export const subscriptionEnded = subscriptionMail({
  name: 'subscription-ended',
  priority: 'critical',
  description: 'Reports that a subscription ended, and which plan the account has now.',
  variables: {
    plan: name('The plan', 'Pro'),
    now: name('The plan of the account now', 'Free'),
    projects: count('How many projects are more than the Free plan allows', 3),
    people: count('How many collaborators are more than the Free plan allows', 2),
  },
  subject: ({ plan }) => `Your ${plan} subscription has ended`,
  says: ({ plan, now, projects, people }) => {
    const excess = excessOf(projects, people)
    return {
      title: 'Your subscription has ended',
      preview: `You are on the ${now} plan now.`,
      paragraphs: [
        line`Your ${plan} subscription has ended, and your account is on the ${now} plan.`,
        excess
          ? [
              `You have ${excess} more than it allows. Nothing is lost: before anything changes for your projects, you get another mail with the dates. Programs can read your variables all this time.`,
            ]
          : line`Everything you have fits into it, so nothing else changes.`,
      ],
      reason: 'your account had a paid subscription',
    }
  },
})
