import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useApi } from '../../connection/use-api.ts'
import { useWhenReady } from '../../ui/dialogs/after-dialog.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { currentSubscriptionQuery, plansQuery, usageQuery } from './billing-queries.ts'
import { CallsNotice } from './calls-notice.tsx'
import { useCheckoutReturn } from './checkout/await-activation.ts'
import { CurrentPlan } from './current-plan.tsx'
import { Invoices } from './invoices/invoices.tsx'
import { Part } from './part.tsx'
import { Confirming, PlanBanner } from './plan-banner.tsx'
import { AvailablePlans } from './plans/available-plans.tsx'
import { subscriptionQuery } from './subscription-status.tsx'
import { UsageOverview } from './usage-overview.tsx'

export type BillingAction = 'success' | 'canceled' | 'upgrade'

interface Props {
  /** What the page was opened for; taken once. */
  action: BillingAction | undefined
  onActionTaken: () => void
  /** Null for an account that is not suspended, undefined until its reason is known. */
  suspension: Suspension | null | undefined
  /** What other slices say of the current plan. */
  compliance?: ReactNode
}

export function SubscriptionPage({ action, onActionTaken, suspension, compliance }: Props) {
  const api = useApi()
  const current = useQuery(currentSubscriptionQuery(api))
  const plans = useQuery(plansQuery(api))
  const usage = useQuery(usageQuery(api))
  const status = useQuery(subscriptionQuery(api))
  const returned = useCheckoutReturn(action === 'upgrade' ? undefined : action, onActionTaken)
  const plansHeading = useRef<HTMLHeadingElement>(null)
  // All of it appears at once: a part that came later would push down what is being read. Reading a part again after
  // a failure does not hide the others.
  const isLoaded =
    ![current, plans, usage, status].some(({ isPending }) => isPending) && suspension !== undefined
  const [isReady, setIsReady] = useState(isLoaded)
  if (isLoaded && !isReady) setIsReady(true)
  const isConfirming = returned === 'confirming'
  const showsPlans = action === 'upgrade' && isReady && !isConfirming
  // Before it is seen: a page that scrolls under a press loses it.
  useLayoutEffect(() => {
    if (showsPlans) plansHeading.current?.scrollIntoView()
  }, [showsPlans])
  useWhenReady(showsPlans, () => {
    plansHeading.current?.focus({ preventScroll: true })
    // The router may have scrolled to the top in the meantime.
    plansHeading.current?.scrollIntoView()
    onActionTaken()
  })
  const subscription = current.data
  return (
    <>
      <title>Subscription & Billing · Envhold</title>
      <h1 className="mb-5 text-title font-semibold">Subscription & Billing</h1>
      {isConfirming && <Confirming />}
      {!isConfirming && !isReady && <PageSkeleton />}
      {!isConfirming && isReady && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          {suspension && <SuspensionBanner {...suspension} />}
          {subscription !== undefined && (
            <PlanBanner subscription={subscription} isUnconfirmed={returned === 'unconfirmed'} />
          )}
          <CallsNotice />
          <CurrentPlan query={current}>{compliance}</CurrentPlan>
          <UsageOverview />
          {!suspension && subscription !== undefined && (
            <AvailablePlans subscription={subscription} headingRef={plansHeading} />
          )}
          <Invoices />
        </div>
      )}
    </>
  )
}

interface Suspension {
  readonly reason: string | null
}

/** Above the page of a suspended account, which can still settle its bills. */
const SuspensionBanner = ({ reason }: Suspension) => (
  <Banner tone="bad" title="Account Suspended">
    <p>
      Your account has been suspended by an administrator. You can still manage your subscription and billing;
      plans cannot be chosen until then.
    </p>
    {reason && <p className="mt-1 break-words">Reason: {reason}</p>}
  </Banner>
)

/** The page's parts before their data is there. */
const PageSkeleton = () => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
    <Part title="Current Plan">
      <Skeleton className="mt-3 h-12" />
    </Part>
    <Part title="Usage Overview">
      <div className="grid gap-x-8 gap-y-4 pt-4 lg:grid-cols-3">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
    </Part>
    <Part title="Available Plans">
      <div className="grid gap-4 pt-4 md:grid-cols-2">
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
      </div>
    </Part>
  </div>
)
