import { providerNames } from '@envhold/contract/billing/payments.ts'
import type { Subscription } from '@envhold/contract/billing/subscription.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../connection/use-api.ts'
import { Button, SmallButton } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Spinner } from '../../ui/feedback/loading.tsx'
import { Badge } from '../../ui/text/badge.tsx'
import { formatDay } from '../../ui/text/format.ts'
import { grantedPlanQuery, paidSubscription } from './billing-queries.ts'
import { useRefresh, useResume } from './checkout/await-activation.ts'
import { usePortal } from './checkout/provider-page.ts'
import { PartRow } from './part.tsx'
import { paymentText } from './payment-text.ts'

/** What needs attention about the subscription, and the one thing to do about it. */
export function PlanBanner({
  subscription,
  isUnconfirmed,
}: {
  subscription: Subscription | null
  isUnconfirmed: boolean
}) {
  if (subscription?.status === 'past_due') return <PastDue subscription={subscription} />
  if (subscription?.status === 'paused') return <Paused subscription={subscription} />
  const isWaiting = subscription?.status === 'pending' || (isUnconfirmed && !paidSubscription(subscription))
  return isWaiting ? <Pending subscription={subscription} /> : null
}

/** Right after a checkout, while its payment is asked for. */
export const Confirming = () => (
  <Banner title="Confirming your payment…">
    <span className="flex items-center gap-2">
      <Spinner size="sm" />
      This takes a few seconds. You can leave this page.
    </span>
  </Banner>
)

function Pending({ subscription }: { subscription: Subscription | null }) {
  const { check, isChecking } = useRefresh()
  const provider =
    subscription?.status === 'pending' ? providerNames[subscription.provider] : 'the payment provider'
  return (
    <Banner
      title={`We are waiting for ${provider}`}
      action={<SmallButton text="Check now" busy={isChecking} onClick={check} />}
    >
      Your payment is not confirmed yet. Your plan changes automatically once it is confirmed.
    </Banner>
  )
}

function PastDue({ subscription }: { subscription: Subscription }) {
  const { open, isOpening } = usePortal()
  return (
    <Banner
      tone="bad"
      title="Payment failed"
      action={<SmallButton text="Update your card" busy={isOpening} onClick={open} />}
    >
      {paymentText(
        { ...subscription, ends_at: subscription.ends_unpaid_at },
        providerNames[subscription.provider],
      )}
    </Banner>
  )
}

function Paused({ subscription }: { subscription: Subscription }) {
  const { resume, isResuming } = useResume(subscription.id)
  const { data: granted } = useQuery(grantedPlanQuery(useApi()))
  return (
    <Banner
      tone="warn"
      title="Your subscription is paused"
      action={<SmallButton text="Resume" busy={isResuming} onClick={resume} />}
    >
      While it is paused the limits of the {granted?.plan_display_name ?? 'free'} plan apply. Resuming brings{' '}
      {subscription.plan_display_name} back.
    </Banner>
  )
}

const CancelDialog = deferred(async () => (await import('./cancel/cancel-dialog.tsx')).CancelDialog)

/** The quiet way out. */
export function CancelRow({ subscription }: { subscription: Subscription }) {
  const [isCanceling, setIsCanceling] = useState(false)
  return (
    <PartRow
      title="Cancel subscription"
      action={
        <>
          <Button variant="ghost" size="sm" onClick={() => setIsCanceling(true)}>
            Cancel subscription
          </Button>
          <CancelDialog subscription={subscription} open={isCanceling} onOpenChange={setIsCanceling} />
        </>
      }
    >
      {untilWhen(subscription)}
    </PartRow>
  )
}

function untilWhen({ plan_display_name: plan, current_period_end: end, status }: Subscription): string {
  if (status === 'paused') return `It is paused: canceling ends it now, and ${plan} cannot be resumed.`
  if (status === 'past_due') return `The last payment failed: ${plan} ends when you cancel.`
  return end
    ? `You keep ${plan} until ${formatDay(end)}.`
    : `You keep ${plan} to the end of the period that is paid for.`
}

/** Takes the place of the way out, so that nothing moves when it was taken. */
export function EndRow({ subscription, endsAt }: { subscription: Subscription; endsAt: string }) {
  const { resume, isResuming } = useResume(subscription.id)
  return (
    <PartRow
      title={
        <>
          Ends on {formatDay(endsAt)}
          <Badge tone="warn">Canceled</Badge>
        </>
      }
      action={<SmallButton text="Resume" busy={isResuming} onClick={resume} />}
    >
      The subscription cancels on {formatDay(endsAt)}. You keep {subscription.plan_display_name} until then.
    </PartRow>
  )
}
