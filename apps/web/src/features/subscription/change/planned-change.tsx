import type { listPlans } from '@envhold/contract/billing/plan-offers.ts'
import type { Subscription } from '@envhold/contract/billing/subscription.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { useState } from 'react'
import { SmallButton } from '../../../ui/button.tsx'
import { formatDay } from '../../../ui/text/format.ts'
import { PartRow } from '../part.tsx'
import { ChangeDialog } from './change-button.tsx'

interface Props {
  subscription: Subscription
  offers: OutputOf<typeof listPlans> | undefined
}

/** Another plan that begins when the period ends, and the way to take that back. */
export function PlannedChange({ subscription, offers }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { next, plan, billing_interval, plan_display_name, current_period_end } = subscription
  if (!next) return null
  const offer = offers?.plans.find(({ name }) => name === plan)
  return (
    <PartRow
      title={`Changes to ${next.plan_display_name}, billed ${next.billing_interval}`}
      action={
        offer &&
        billing_interval && (
          <>
            <SmallButton text="Keep current plan" onClick={() => setIsOpen(true)} />
            <ChangeDialog
              subscription={subscription}
              plan={offer}
              interval={billing_interval}
              open={isOpen}
              onOpenChange={setIsOpen}
            />
          </>
        )
      }
    >
      {current_period_end
        ? `You keep ${plan_display_name} until ${formatDay(current_period_end)}.`
        : `You keep ${plan_display_name} to the end of the period that is paid for.`}
    </PartRow>
  )
}
