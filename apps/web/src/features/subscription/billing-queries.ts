import { listInvoices } from '@envhold/contract/billing/invoices.ts'
import { isEntitled, isLiveStatus, type SubscriptionStatus } from '@envhold/contract/billing/payments.ts'
import { previewSubscriptionChange } from '@envhold/contract/billing/plan-change.ts'
import { listPlans } from '@envhold/contract/billing/plan-offers.ts'
import {
  readSandboxCheckout,
  readSandboxInvoice,
  readSandboxPortal,
} from '@envhold/contract/billing/sandbox.ts'
import {
  previewCancellation,
  readCurrentSubscription,
  readSubscriptionUsage,
  type Subscription,
} from '@envhold/contract/billing/subscription.ts'
import { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import type { InputOf } from '@envhold/contract/endpoint.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../connection/api/api.ts'
import type { ErrorTexts } from '../../connection/api/error-text.ts'
import { readQuery, refetchReads } from '../../connection/api/read-query.ts'
import type { BadgeTone } from '../../ui/text/badge.tsx'
import { formatDay } from '../../ui/text/format.ts'

const currentQuery = (api: Api) => readQuery(api, readCurrentSubscription, {})

export const currentSubscriptionQuery = (api: Api) =>
  queryOptions({ ...currentQuery(api), select: ({ subscription }) => subscription })

/** Others that the account pays for, after two checkouts were paid. */
export const otherSubscriptionsQuery = (api: Api) =>
  queryOptions({ ...currentQuery(api), select: ({ others }) => others })

/** What is paid for once a subscription has ended: the one that counts then. */
export const remainingQuery = (api: Api, ending: Subscription) =>
  queryOptions({
    ...currentQuery(api),
    select: ({ subscription, others }) =>
      [subscription, ...others].find((other) => other?.id !== ending.id && paidSubscription(other)) ?? null,
  })

/** A plan that an operator gave the account; null: none. */
export const grantedPlanQuery = (api: Api) =>
  queryOptions({ ...currentQuery(api), select: ({ granted_plan }) => granted_plan })

/** The same, if it lasts longer than a subscription that is canceled. */
export const grantedAfterQuery = (api: Api, { status, current_period_end: end }: Subscription) => {
  const endsAt = status === 'past_due' || status === 'paused' ? null : end
  return queryOptions({
    ...currentQuery(api),
    select: ({ granted_plan: granted }) =>
      granted && (endsAt === null || granted.ends_at > endsAt) ? granted : null,
  })
}

/** Read each time that the page is entered: the counts change elsewhere. */
export const usageQuery = (api: Api) =>
  queryOptions({
    ...readQuery(api, readSubscriptionUsage, {}, ({ usage }) => usage),
    refetchOnMount: 'always',
  })

export const invoicesQuery = (api: Api) => readQuery(api, listInvoices, {}, ({ invoices }) => invoices)

/** What would be lost is asked for whenever somebody thinks of canceling. */
export const cancellationQuery = (api: Api) => ({
  ...readQuery(api, previewCancellation, {}),
  staleTime: 0,
  gcTime: 0,
})

/** Amounts are those of the moment in which they are asked for. */
export const changePreviewQuery = (api: Api, input: InputOf<typeof previewSubscriptionChange>) => ({
  ...readQuery(api, previewSubscriptionChange, input),
  staleTime: 0,
  gcTime: 0,
})

export const refetchBilling = (queries: QueryClient) =>
  refetchReads(
    queries,
    listPlans,
    readCurrentSubscription,
    readSubscriptionUsage,
    readSubscriptionStatus,
    listInvoices,
    previewCancellation,
  )

export const sandboxCheckoutQuery = (api: Api, id: string) =>
  readQuery(api, readSandboxCheckout, { params: { id } })

export const sandboxPortalQuery = (api: Api, id: string) =>
  readQuery(api, readSandboxPortal, { params: { id } })

export const sandboxInvoiceQuery = (api: Api, id: string) =>
  readQuery(api, readSandboxInvoice, { params: { id } })

export const plansQuery = (api: Api) => readQuery(api, listPlans, {})

/** Error texts for the calls of the billing page and of the sandbox's pages. */
export const billingErrors = {
  checkSubscription: { fallback: 'Failed to check the payment' },
  resumeSubscription: { fallback: 'Failed to resume subscription' },
  cancelPlannedChange: { fallback: 'Failed to cancel the planned change' },
  openPortal: { fallback: 'Failed to open the customer portal' },
  openInvoice: { fallback: 'Failed to open the invoice' },
  readSandbox: { fallback: 'Failed to load this page of the sandbox' },
  actInSandbox: { fallback: 'The sandbox rejected the action' },
} as const satisfies Record<string, ErrorTexts>

/** Shown whatever the cause is; the server's own sentence follows where it has one. */
export const checkoutFailed = 'Failed to start upgrade process. Please try again.'
export const changeFailed = 'The plan was not changed'
export const cancelFailed = 'Failed to cancel subscription. Please try again.'

const badges: Record<SubscriptionStatus, { tone: BadgeTone; text: string }> = {
  active: { tone: 'good', text: 'Active' },
  trialing: { tone: 'info', text: 'Trial' },
  past_due: { tone: 'warn', text: 'Payment failed' },
  pending: { tone: 'bad', text: 'Waiting for payment' },
  paused: { tone: 'bad', text: 'Paused' },
  ended: { tone: 'bad', text: 'Ended' },
}

/** Green while active, blue in a trial, yellow while a payment is due; red for the rest. */
export const statusBadge = (status: SubscriptionStatus) => badges[status]

/** The subscription that gives the account its plan; null on the free plan. */
export const paidSubscription = (subscription: Subscription | null) =>
  subscription && isEntitled(subscription.status) ? subscription : null

/** One that has not ended: it keeps the account from starting another one. */
export const liveSubscription = (subscription: Subscription | null) =>
  subscription && isLiveStatus(subscription.status) ? subscription : null

/** What happens to the plan next, and when. */
export function nextDate(subscription: Subscription): string {
  const { status, current_period_end, cancel_at, ended_at, next_payment_attempt } = subscription
  const on = (time: string | null) => (time ? ` on ${formatDay(time)}` : '')
  if (status === 'ended') return `Ended${on(ended_at)}`
  if (status === 'pending') return 'Waiting for payment'
  if (status === 'paused') return 'Paused'
  if (cancel_at) return `Ends${on(cancel_at)}`
  if (status === 'trialing')
    return current_period_end ? `Trial, until ${formatDay(current_period_end)}` : 'Trial'
  if (status === 'past_due')
    return next_payment_attempt ? `Payment failed. Next try${on(next_payment_attempt)}` : 'Payment failed'
  return current_period_end ? `Renews${on(current_period_end)}` : 'Active'
}
