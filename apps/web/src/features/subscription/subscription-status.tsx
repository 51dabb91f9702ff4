import { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Api } from '../../connection/api/api.ts'
import type { ErrorTexts } from '../../connection/api/error-text.ts'
import { readKey } from '../../connection/api/read-query.ts'
import { useApi } from '../../connection/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { loadPaymentViews } from './load-payment-views.ts'

/** With the code that shows a payment: what it adds to a page appears in one piece. */
export const subscriptionQuery = (api: Api) =>
  queryOptions({
    queryKey: readKey(readSubscriptionStatus, {}),
    queryFn: async ({ signal }) => {
      const status = await api.call(readSubscriptionStatus, {}, { signal })
      // Without its code the payment is not shown; everything else is.
      if (status.payment) await loadPaymentViews().catch(() => {})
      return status
    },
  })

/** Event on the window: the plan or its usage changed. */
const subscriptionChanged = 'envhold:subscription-changed'

const countedAfterMs = 1_000

/** Refetches after an action that counts towards a limit, with a delay until the server has counted it. */
export const refetchSubscriptionSoon = () =>
  setTimeout(() => window.dispatchEvent(new Event(subscriptionChanged)), countedAfterMs)

/** The plan's usage, refetched on every change event. */
export function useSubscriptionStatus() {
  const api = useApi()
  const queries = useQueryClient()
  useEffect(() => {
    const refetch = () => void queries.invalidateQueries(subscriptionQuery(api))
    window.addEventListener(subscriptionChanged, refetch)
    return () => window.removeEventListener(subscriptionChanged, refetch)
  }, [api, queries])
  return useQuery(subscriptionQuery(api))
}

/** Error texts for this slice’s calls on every page; those of the billing page are in billing-queries.ts. */
export const subscriptionErrors = {
  readSubscription: { fallback: 'Failed to fetch subscription status' },
} as const satisfies Record<string, ErrorTexts>

/** Leads to the plans. */
export const UpgradeLink = () => (
  <Button variant="secondary" size="sm" asChild>
    <Link to="/subscription" search={{ upgrade: true }}>
      Upgrade
    </Link>
  </Button>
)
