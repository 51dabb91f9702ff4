import type { BillingInterval, ProviderId } from '@envhold/contract/billing/payments.ts'
import type { listPlans } from '@envhold/contract/billing/plan-offers.ts'
import { freePlan, recommendedOf } from '@envhold/contract/billing/plans.ts'
import type { GrantedPlan, Subscription } from '@envhold/contract/billing/subscription.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { SegmentedControl } from '../../../ui/forms/choices.tsx'
import { Badge } from '../../../ui/text/badge.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { grantedPlanQuery, liveSubscription, paidSubscription } from '../billing-queries.ts'
import { ChangeButton } from '../change/change-button.tsx'
import { ProviderFailure } from '../checkout/provider-failure.tsx'
import { useCheckout } from '../checkout/provider-page.ts'
import { isForSale, PlanCard, priceOf, shownPlans } from './plan-card.tsx'

interface Props {
  offers: OutputOf<typeof listPlans>
  subscription: Subscription | null
  interval: BillingInterval
}

/** The plans as cards, and how to get one. */
export function PlanChoice({ offers, subscription, interval }: Props) {
  const { plans, providers, default_provider, test_mode } = offers
  const checkout = useCheckout()
  const [provider, setProvider] = useState<ProviderId>()
  const expected = provider ?? default_provider ?? undefined
  const paid = paidSubscription(subscription)
  const isFree = !liveSubscription(subscription)
  const current = paid?.plan ?? freePlan
  // What an operator gave counts instead of the subscription.
  const { data: granted } = useQuery(grantedPlanQuery(useApi()))
  const recommended = recommendedOf(plans)
  const canPay = providers.length > 0
  return (
    <div className="grid gap-4 pt-4">
      <ProviderFailure checkout={checkout} expected={expected} providers={providers.map(({ id }) => id)} />
      {isFree && canPay && (providers.length > 1 || test_mode) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {providers.length > 1 && (
            <ProviderChoice providers={providers} value={expected} onChange={setProvider} />
          )}
          {test_mode && (
            <p className="flex items-center gap-2 text-ink-2">
              <Badge tone="warn">Test mode</Badge> You will not be charged.
            </p>
          )}
        </div>
      )}
      {isFree && !canPay && (
        <p className="text-ink-2">
          This server takes no payments at the moment, so paid plans cannot be chosen. Its operator can change
          that.
        </p>
      )}
      {isFree && canPay && expected !== 'sandbox' && (
        <p className="text-ink-2">
          The payment page takes discount codes, and asks for what the invoice should say: address, company,
          tax ID.
        </p>
      )}
      {subscription?.status === 'paused' && <PausedNote />}
      {granted && canPay && <GrantedNote granted={granted} />}
      <div className="grid gap-4 md:grid-cols-2">
        {shownPlans(plans, subscription).map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            interval={interval}
            isCurrent={plan.name === (granted?.plan ?? current)}
            isRecommended={plan === recommended}
          >
            {isForSale(plan) && paid && (
              <ChangeButton subscription={paid} plan={plan} interval={priceOf(plan, interval).interval} />
            )}
            {plan.name !== current && isForSale(plan) && isFree && canPay && (
              <Button
                variant={plan === recommended ? 'primary' : 'secondary'}
                busy={checkout.planId === plan.id}
                disabled={checkout.isBusy}
                onClick={() =>
                  checkout.start({
                    planId: plan.id,
                    billingInterval: priceOf(plan, interval).interval,
                    provider,
                    expected: expected,
                  })
                }
              >
                Upgrade to {plan.display_name}
              </Button>
            )}
          </PlanCard>
        ))}
      </div>
    </div>
  )
}

const PausedNote = () => (
  <p className="text-ink-2">
    Your subscription is paused. Resume it to change the plan, or cancel it to choose another one.
  </p>
)

const GrantedNote = ({ granted: { plan_display_name, ends_at } }: { granted: GrantedPlan }) => (
  <p className="text-ink-2">
    You have {plan_display_name} at no charge until <Time at={ends_at} date />. A plan that you pay for is
    charged from today, but counts only after that.
  </p>
)

interface ProviderChoiceProps {
  providers: OutputOf<typeof listPlans>['providers']
  value: ProviderId | undefined
  onChange: (provider: ProviderId) => void
}

/** Through whom to pay, where there is a choice. */
function ProviderChoice({ providers, value, onChange }: ProviderChoiceProps) {
  const options = providers.map(({ id, display_name }) => ({ value: id, label: display_name }))
  const chosen = value ?? options[0]?.value
  if (!chosen) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span aria-hidden="true" className="text-ink-2">
        Pay with
      </span>
      <SegmentedControl label="Pay with" options={options} value={chosen} onValueChange={onChange} />
    </div>
  )
}
