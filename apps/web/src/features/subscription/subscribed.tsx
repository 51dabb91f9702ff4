import { providerNames } from '@envhold/contract/payments.ts'
import type { Subscription } from '@envhold/contract/subscription.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PartRow } from './part.tsx'
import { CancelRow, EndRow } from './plan-end.tsx'
import { nextDate, paidSubscription, statusBadge } from './plan-status.ts'
import { usePortal } from './use-portal.ts'

const intervals = { monthly: 'billed monthly', yearly: 'billed yearly' } as const

/** What is paid for, and how to change that. */
export function Subscribed({ subscription, freeName }: { subscription: Subscription; freeName: string }) {
  const { status, billing_interval, provider, plan_display_name, test_mode, cancel_at } = subscription
  const portal = usePortal()
  const badge = statusBadge(status)
  const paid = paidSubscription(subscription)
  const facts = [nextDate(subscription), paid && billing_interval && intervals[billing_interval]]
  return (
    <>
      <PartRow
        title={
          <>
            {plan_display_name}
            <Badge tone={badge.tone}>{badge.text}</Badge>
            {test_mode && <Badge>Test mode</Badge>}
          </>
        }
      >
        {[...facts, `through ${providerNames[provider]}`].filter(Boolean).join(' · ')}
        {!paid && <p>Your account is on {freeName} now.</p>}
      </PartRow>
      <PartRow
        title="Payment details"
        action={
          <Button variant="secondary" size="sm" busy={portal.isOpening} onClick={portal.open}>
            Open customer portal
          </Button>
        }
      >
        Card, billing address and receipts are kept by {providerNames[provider]}.
      </PartRow>
      {paid &&
        (cancel_at ? <EndRow subscription={paid} endsAt={cancel_at} /> : <CancelRow subscription={paid} />)}
    </>
  )
}
