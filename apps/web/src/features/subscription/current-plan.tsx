import { providerNames } from '@envhold/contract/billing/payments.ts'
import type { Subscription } from '@envhold/contract/billing/subscription.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../connection/api/error-text.ts'
import { useApi } from '../../connection/use-api.ts'
import { SmallButton } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/states.tsx'
import { Badge } from '../../ui/text/badge.tsx'
import { Time } from '../../ui/text/time.tsx'
import {
  grantedPlanQuery,
  liveSubscription,
  nextDate,
  otherSubscriptionsQuery,
  paidSubscription,
  statusBadge,
} from './billing-queries.ts'
import { PlannedChange } from './change/planned-change.tsx'
import { usePortal } from './checkout/provider-page.ts'
import { Part, PartRow } from './part.tsx'
import { CancelRow, EndRow } from './plan-banner.tsx'
import { subscriptionErrors } from './subscription-status.tsx'
import { useFreePlanName } from './use-free-plan-name.ts'

interface Props {
  query: Pick<UseQueryResult<Subscription | null>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** What else is known of the plan. */
  children?: ReactNode
}

export function CurrentPlan({ query: { data: subscription, error, isFetching, refetch }, children }: Props) {
  const { data: granted } = useQuery(grantedPlanQuery(useApi()))
  const { data: others = [] } = useQuery(otherSubscriptionsQuery(useApi()))
  const freeName = useFreePlanName()
  return (
    <Part title="Current Plan">
      {granted && (
        <PartRow
          title={
            <>
              {granted.plan_display_name}
              <Badge tone="good">Active</Badge>
            </>
          }
        >
          An operator gave you this plan until <Time at={granted.ends_at} date />. It costs nothing.
        </PartRow>
      )}
      {subscription && <Subscribed subscription={subscription} freeName={granted ? null : freeName} />}
      {subscription && paidSubscription(subscription) && <PlannedChange subscription={subscription} />}
      {others.map((other) => (
        <Other key={other.id} subscription={other} />
      ))}
      {subscription === null && !granted && (
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
          Your plan has not changed.
        </ErrorState>
      )}
    </Part>
  )
}

const intervals = { monthly: 'billed monthly', yearly: 'billed yearly' } as const

/** What is paid for, and how to change that. */
function Subscribed({ subscription, freeName }: { subscription: Subscription; freeName: string | null }) {
  const { provider } = subscription
  const portal = usePortal()
  return (
    <>
      <PlanRow subscription={subscription}>
        {!paidSubscription(subscription) && freeName && <p>Your account is on {freeName} now.</p>}
      </PlanRow>
      <PartRow
        title="Payment details"
        action={<SmallButton text="Open customer portal" busy={portal.isOpening} onClick={portal.open} />}
      >
        Card, invoice address, company, tax ID and receipts are kept by {providerNames[provider]}.
      </PartRow>
      {liveSubscription(subscription) && <WayOut subscription={subscription} />}
    </>
  )
}

/** One that is paid for as well. */
const Other = ({ subscription }: { subscription: Subscription }) => (
  <>
    <PlanRow subscription={subscription}>
      <p>
        You have this subscription as well.{!subscription.cancel_at && ' It is charged until you cancel it.'}
      </p>
    </PlanRow>
    <WayOut subscription={subscription} />
  </>
)

function PlanRow({ subscription, children }: { subscription: Subscription; children: ReactNode }) {
  const { status, billing_interval, provider, plan_display_name, test_mode } = subscription
  const badge = statusBadge(status)
  const isPaid = paidSubscription(subscription) !== null
  const facts = [nextDate(subscription), isPaid && billing_interval && intervals[billing_interval]]
  return (
    <PartRow
      title={
        <>
          {plan_display_name}
          <Badge tone={badge.tone}>{badge.text}</Badge>
          {test_mode && <Badge>Test mode</Badge>}
        </>
      }
    >
      {[...facts, `through ${providerNames[provider]}`].filter(Boolean).join(' · ')}
      {children}
    </PartRow>
  )
}

const WayOut = ({ subscription }: { subscription: Subscription }) =>
  subscription.cancel_at ? (
    <EndRow subscription={subscription} endsAt={subscription.cancel_at} />
  ) : (
    <CancelRow subscription={subscription} />
  )
