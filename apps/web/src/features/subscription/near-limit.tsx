import { priceText } from '@envhold/contract/billing/plan-offers.ts'
import type { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { Check } from 'lucide-react'
import { Card } from '../../ui/layout/card.tsx'
import { UpgradeLink } from './subscription-status.tsx'

const benefitsShown = 3

/** How much of one limit is used. */
export interface LimitUse {
  /** Completes `You have used … on your plan`. */
  readonly used: string
  /** As sentences. */
  readonly left: string
}

export interface NearLimitProps {
  readonly limits: readonly LimitUse[]
  readonly suggestion: OutputOf<typeof readSubscriptionStatus>['upgradeSuggestions'][number] | undefined
}

/** Shown near limits of the plan: what is left, and which plan has more. */
export function NearLimit({ limits, suggestion }: NearLimitProps) {
  return (
    <Card className="flex flex-wrap items-start justify-between gap-x-10 gap-y-3 py-4">
      <div>
        <p className="font-semibold">
          You have used {limits.map(({ used }) => used).join(' and ')} on your plan
        </p>
        <p className="text-ink-2">{limits.map(({ left }) => left).join(' ')}</p>
      </div>
      {suggestion && (
        <div className="grid gap-1">
          <p className="font-medium">
            {suggestion.planDisplayName}{' '}
            <span className="font-normal text-ink-2">{priceText(suggestion.price)} a month</span>
          </p>
          <ul className="grid gap-0.5 text-small text-ink-2">
            {suggestion.benefits.slice(0, benefitsShown).map((benefit) => (
              <li key={benefit} className="flex items-center gap-2">
                <Check className="size-4 text-accent" aria-hidden="true" />
                {benefit}
              </li>
            ))}
          </ul>
        </div>
      )}
      <UpgradeLink />
    </Card>
  )
}
