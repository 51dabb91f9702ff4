import { readSubscriptionStatus } from '@envhold/contract/subscription.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Api } from '../../connection/api/api.ts'
import { useApi } from '../../connection/use-connection.ts'

export const subscriptionQuery = (api: Api) =>
  queryOptions({
    queryKey: ['subscription-status'],
    queryFn: ({ signal }) => api.call(readSubscriptionStatus, {}, { signal }),
  })

/** Sent to the window by whoever knows that plan or use have changed. */
const subscriptionChanged = 'envhold:subscription-changed'

const countedAfterMs = 1_000

/** After an action that counts towards a limit: a moment later, once the server has counted. */
export const refetchSubscriptionSoon = () =>
  setTimeout(() => window.dispatchEvent(new Event(subscriptionChanged)), countedAfterMs)

/** How much of the plan is used, read again whenever somebody says that it has changed. */
export function useSubscriptionStatus() {
  const api = useApi()
  const queries = useQueryClient()
  useEffect(() => {
    const refetch = () => void queries.invalidateQueries({ queryKey: subscriptionQuery(api).queryKey })
    window.addEventListener(subscriptionChanged, refetch)
    return () => window.removeEventListener(subscriptionChanged, refetch)
  }, [api, queries])
  return useQuery(subscriptionQuery(api))
}
