import { listInvoices } from '@envhold/contract/billing/invoices.ts'
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
} from '@envhold/contract/billing/subscription.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../connection/api/api.ts'
import type { ErrorTexts } from '../../connection/api/error-text.ts'
import { readQuery, refetchReads } from '../../connection/api/read-query.ts'

export const currentSubscriptionQuery = (api: Api) =>
  readQuery(api, readCurrentSubscription, {}, ({ subscription }) => subscription)

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

export const refetchBilling = (queries: QueryClient) =>
  refetchReads(
    queries,
    listPlans,
    readCurrentSubscription,
    readSubscriptionUsage,
    listInvoices,
    previewCancellation,
  )

export const sandboxCheckoutQuery = (api: Api, id: string) =>
  readQuery(api, readSandboxCheckout, { params: { id } })

export const sandboxPortalQuery = (api: Api, id: string) =>
  readQuery(api, readSandboxPortal, { params: { id } })

export const sandboxInvoiceQuery = (api: Api, id: string) =>
  readQuery(api, readSandboxInvoice, { params: { id } })

/** Apart from the queries of who is signed in: the landing page reads it, too. */
export const plansQuery = (api: Api) => readQuery(api, listPlans, {})

/** Error texts for the calls of the billing page and of the sandbox's pages. */
export const billingErrors = {
  checkSubscription: { fallback: 'Failed to check the payment' },
  resumeSubscription: { fallback: 'Failed to resume subscription' },
  openPortal: { fallback: 'Failed to open the customer portal' },
  openInvoice: { fallback: 'Failed to open the invoice' },
  readSandbox: { fallback: 'Failed to load this page of the sandbox' },
  actInSandbox: { fallback: 'The sandbox rejected the action' },
} as const satisfies Record<string, ErrorTexts>

/** Shown whatever the cause is; the server's own sentence follows where it has one. */
export const checkoutFailed = 'Failed to start upgrade process. Please try again.'
export const cancelFailed = 'Failed to cancel subscription. Please try again.'
