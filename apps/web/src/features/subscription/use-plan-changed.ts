import type { Subscription } from '@envhold/contract/billing/subscription.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { currentSubscriptionQuery } from './billing-queries.ts'

/**
 * Takes the subscription that a call answered with, and lets everything else be read again: limits, rate limits of
 * keys and what is read-only follow the plan.
 */
export function usePlanChanged() {
  const { api, queries } = useConnection()
  return async (subscription: Subscription | null) => {
    const { queryKey } = currentSubscriptionQuery(api)
    await queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, subscription)
    await queries.invalidateQueries()
  }
}
