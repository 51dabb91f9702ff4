import { providerNames } from '@envhold/contract/billing/payments.ts'
import type { Subscription } from '@envhold/contract/billing/subscription.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { formatDay } from '../../ui/text/format.ts'
import { paidSubscription } from './plan-status.ts'
import { usePortal } from './use-portal.ts'
import { useRefresh } from './use-refresh.ts'
import { useResume } from './use-resume.ts'

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
      This takes a few seconds. You can leave this page meanwhile.
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
      action={
        <Button variant="secondary" size="sm" busy={isChecking} onClick={check}>
          Check now
        </Button>
      }
    >
      Your payment is not confirmed yet. Your plan changes automatically once it is confirmed.
    </Banner>
  )
}

function PastDue({ subscription }: { subscription: Subscription }) {
  const { open, isOpening } = usePortal()
  const { next_payment_attempt, plan_display_name } = subscription
  return (
    <Banner
      tone="warn"
      title="Payment failed"
      action={
        <Button variant="secondary" size="sm" busy={isOpening} onClick={open}>
          Update your card
        </Button>
      }
    >
      {next_payment_attempt && `Next try on ${formatDay(next_payment_attempt)}. `}
      You keep {plan_display_name} meanwhile, and everything goes on working.
    </Banner>
  )
}

function Paused({ subscription }: { subscription: Subscription }) {
  const { resume, isResuming } = useResume(subscription.id)
  return (
    <Banner
      tone="warn"
      title="Your subscription is paused"
      action={
        <Button variant="secondary" size="sm" busy={isResuming} onClick={resume}>
          Resume
        </Button>
      }
    >
      While it is paused the limits of the free plan apply. Resuming brings {subscription.plan_display_name}{' '}
      back.
    </Banner>
  )
}
