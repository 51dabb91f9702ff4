import { priceText } from '@envhold/contract/billing/plan-offers.ts'
import type { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { Check } from 'lucide-react'
import { notifyError } from '../../connection/api/notify-error.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { UpgradeLink } from '../subscription/subscription-status.tsx'

const benefitsShown = 3

interface Props {
  title: string
  /** What is left, as a sentence. */
  left: string
  suggestion: OutputOf<typeof readSubscriptionStatus>['upgradeSuggestions'][number] | undefined
}

/** Shown near the plan's limit: what is left, and which plan has more. */
export function NearLimit({ title, left, suggestion }: Props) {
  return (
    <Card className="flex flex-wrap items-start justify-between gap-x-10 gap-y-3 py-4">
      <div>
        <p className="font-semibold">{title}</p>
        <p className="text-ink-2">{left}</p>
      </div>
      {suggestion && (
        <div className="grid gap-1">
          <p className="max-w-prose text-ink-2">{suggestion.primaryReason}</p>
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

/** Asks for the first master password. */
export function FirstTimeNotice() {
  const { withUnlockedVault } = useConnection()
  return (
    <Banner
      tone="info"
      title="First-time setup: set your master password"
      action={
        <Button
          variant="secondary"
          size="sm"
          onClick={() => void withUnlockedVault(async () => {}).catch(notifyError)}
        >
          Set master password
        </Button>
      }
    >
      It encrypts everything you store here. Only you know it, and you enter it before values are read or
      written.
    </Banner>
  )
}
