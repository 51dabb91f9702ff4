import type { BillingInterval } from '@envhold/contract/billing/payments.ts'
import type { Subscription } from '@envhold/contract/billing/subscription.ts'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { QueryView } from '../../../connection/query-view.tsx'
import { useApi } from '../../../connection/use-api.ts'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { SegmentedControl } from '../../../ui/forms/choices.tsx'
import { paidSubscription, plansQuery } from '../billing-queries.ts'
import { Part } from '../part.tsx'
import { PlanChoice } from './plan-choice.tsx'

const intervals = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
] as const

interface Props {
  subscription: Subscription | null
  headingRef: Ref<HTMLHeadingElement>
}

export function AvailablePlans({ subscription, headingRef }: Props) {
  const query = useQuery(plansQuery(useApi()))
  const paid = paidSubscription(subscription)
  const [chosen, setChosen] = useState<BillingInterval>()
  const interval = chosen ?? paid?.billing_interval ?? 'monthly'
  return (
    <Part
      title="Available Plans"
      headingRef={headingRef}
      action={
        <SegmentedControl
          label="Billing interval"
          options={intervals}
          value={interval}
          onValueChange={setChosen}
        />
      }
    >
      <QueryView
        query={query}
        className="mt-4 py-6"
        safe="Your plan has not changed."
        loading={
          <div className="grid gap-4 pt-4 md:grid-cols-2">
            <Skeleton className="h-64" />
            <Skeleton className="h-64" />
          </div>
        }
      >
        {(offers) => <PlanChoice offers={offers} subscription={subscription} interval={interval} />}
      </QueryView>
    </Part>
  )
}
