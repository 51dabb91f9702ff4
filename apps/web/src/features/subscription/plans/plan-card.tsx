import type { BillingInterval } from '@envhold/contract/billing/payments.ts'
import type { PlanOffer } from '@envhold/contract/billing/plan-offers.ts'
import { planLines, priceText, yearlySaving } from '@envhold/contract/billing/plan-offers.ts'
import { freePlan } from '@envhold/contract/billing/plans.ts'
import type { Subscription } from '@envhold/contract/billing/subscription.ts'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { Badge } from '../../../ui/text/badge.tsx'
import { paidSubscription } from '../billing-queries.ts'

interface Props {
  plan: PlanOffer
  interval: BillingInterval
  isCurrent: boolean
  isRecommended: boolean
  /** How it is had. */
  children?: ReactNode
}

export const PlanCard = ({ plan, interval, isCurrent, isRecommended, children }: Props) => (
  <article
    aria-label={plan.display_name}
    className={cn(
      'flex flex-col gap-3 rounded-lg border border-line-strong bg-surface p-5',
      isRecommended && 'border-2 border-accent',
    )}
  >
    <header className="flex flex-wrap items-center justify-between gap-2">
      <h3 className="font-semibold">{plan.display_name}</h3>
      <span className="flex gap-1.5">
        {isCurrent && <Badge>Your plan</Badge>}
        {isRecommended && <Badge tone="accent">RECOMMENDED</Badge>}
      </span>
    </header>
    <PriceLine plan={plan} interval={interval} />
    {plan.description && <p className="text-ink-2">{plan.description}</p>}
    <ul className="grid grow content-start gap-1.5">
      {planLines(plan).map((line) => (
        <li key={line} className="flex gap-2.5">
          <Check className="mt-[3px] size-4 shrink-0 text-accent" aria-hidden="true" />
          {line}
        </li>
      ))}
    </ul>
    {children}
  </article>
)

const per = { monthly: 'a month', yearly: 'a year' } as const

function PriceLine({ plan, interval }: Pick<Props, 'plan' | 'interval'>) {
  const { price, interval: billed } = priceOf(plan, interval)
  const saving = yearlySaving(plan)
  const isFree = price === 0
  return (
    <div className="grid gap-0.5">
      <p className="flex flex-wrap items-baseline gap-2">
        <span className="text-title font-semibold tabular-nums">{priceText(price)}</span>
        <span className="text-ink-2">{isFree ? 'for as long as you like' : per[billed]}</span>
        {billed === 'yearly' && saving > 0 && <Badge tone="good">saves {priceText(saving)}</Badge>}
      </p>
      {billed === 'monthly' && saving > 0 && plan.price_yearly !== null && (
        <p className="text-small text-ink-3">
          or {priceText(plan.price_yearly)} a year, which saves {priceText(saving)}
        </p>
      )}
    </div>
  )
}

/** The free plan is no choice for who pays: canceling leads there. */
export const shownPlans = (plans: readonly PlanOffer[], subscription: Subscription | null) =>
  paidSubscription(subscription) ? plans.filter(({ name }) => name !== freePlan) : plans

interface Price {
  readonly interval: BillingInterval
  readonly price: number
}

/** By the year only where there is a yearly price. */
export const priceOf = (
  { price_monthly, price_yearly }: Pick<PlanOffer, 'price_monthly' | 'price_yearly'>,
  interval: BillingInterval,
): Price =>
  interval === 'yearly' && price_yearly !== null
    ? { interval: 'yearly', price: price_yearly }
    : { interval: 'monthly', price: price_monthly }

/** Whether a plan can be bought: one that costs nothing is had by canceling. */
export const isForSale = ({ name, price_monthly }: PlanOffer) => name !== freePlan && price_monthly > 0
