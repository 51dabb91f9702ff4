import type { BillingInterval } from '@envhold/contract/billing/payments.ts'
import type { PlanOffer } from '@envhold/contract/billing/plan-offers.ts'
import type { Subscription } from '@envhold/contract/billing/subscription.ts'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { deferred } from '../../../ui/deferred.tsx'

const ChangeDialog = deferred(async () => (await import('./change-dialog.tsx')).ChangeDialog)

interface Props {
  subscription: Subscription
  plan: PlanOffer
  interval: BillingInterval
}

/** Leads from a running subscription to another plan or interval; nothing for the one that it has. */
export function ChangeButton({ subscription, plan, interval }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const isSamePlan = subscription.plan === plan.name
  const { next } = subscription
  if (isSamePlan && subscription.billing_interval === interval) return null
  if (next?.plan === plan.name && next.billing_interval === interval) return null
  if (subscription.status === 'past_due' || subscription.cancel_at)
    return (
      <p className="text-small text-ink-3">
        {subscription.cancel_at
          ? 'Resume your subscription to change the plan.'
          : 'Pay the open invoice to change the plan.'}
      </p>
    )
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {isSamePlan ? `Switch to ${interval} billing` : `Change to ${plan.display_name}`}
      </Button>
      <ChangeDialog
        subscription={subscription}
        plan={plan}
        interval={interval}
        open={isOpen}
        onOpenChange={setIsOpen}
      />
    </>
  )
}
