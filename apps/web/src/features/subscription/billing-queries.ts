import { listInvoices } from '@envhold/contract/invoices.ts'
import {
  previewCancellation,
  readCurrentSubscription,
  readSubscriptionUsage,
} from '@envhold/contract/subscription.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../connection/api/api.ts'

export const currentSubscriptionQuery = (api: Api) =>
  queryOptions({
    queryKey: ['billing', 'subscription'],
    queryFn: async ({ signal }) => (await api.call(readCurrentSubscription, {}, { signal })).subscription,
  })

/** Read each time that the page is entered: the counts change elsewhere. */
export const usageQuery = (api: Api) =>
  queryOptions({
    queryKey: ['billing', 'usage'],
    queryFn: async ({ signal }) => (await api.call(readSubscriptionUsage, {}, { signal })).usage,
    refetchOnMount: 'always',
  })

export const invoicesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['billing', 'invoices'],
    queryFn: async ({ signal }) => (await api.call(listInvoices, {}, { signal })).invoices,
  })

/** What would be lost is asked for whenever somebody thinks of canceling. */
export const cancellationQuery = (api: Api) =>
  queryOptions({
    queryKey: ['billing', 'cancellation'],
    queryFn: ({ signal }) => api.call(previewCancellation, {}, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
