import { freePlan } from '@envhold/contract/plans.ts'
import type { Subscription } from '@envhold/contract/subscription.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../connection/api/error-text.ts'
import { useApi } from '../../connection/use-api.ts'
import { Badge } from '../../ui/badge.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Part, PartRow } from './part.tsx'
import { plansQuery } from './plans-query.ts'
import { Subscribed } from './subscribed.tsx'
import { subscriptionErrors } from './subscription-errors.ts'

interface Props {
  query: Pick<UseQueryResult<Subscription | null>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** What else is known of the plan. */
  children?: ReactNode
}

export function CurrentPlan({ query: { data: subscription, error, isFetching, refetch }, children }: Props) {
  const { data: offers } = useQuery(plansQuery(useApi()))
  const freeName = offers?.plans.find(({ name }) => name === freePlan)?.display_name ?? 'Free'
  return (
    <Part title="Current Plan">
      {subscription && <Subscribed subscription={subscription} freeName={freeName} />}
      {subscription === null && (
        <PartRow
          title={
            <>
              {freeName}
              <Badge tone="good">Active</Badge>
            </>
          }
        >
          No payment. You stay on it until you choose otherwise.
        </PartRow>
      )}
      {children}
      {subscription === undefined && (
        <ErrorState
          className="mt-4 py-6"
          title={errorText(error, subscriptionErrors.readSubscription)}
          onRetry={refetch}
          busy={isFetching}
        >
          Your plan is not shown meanwhile. It has not changed.
        </ErrorState>
      )}
    </Part>
  )
}
