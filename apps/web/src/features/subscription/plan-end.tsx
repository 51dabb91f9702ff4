import type { Subscription } from '@envhold/contract/billing/subscription.ts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { Badge } from '../../ui/text/badge.tsx'
import { formatDay } from '../../ui/text/format.ts'
import { PartRow } from './part.tsx'
import { useResume } from './use-resume.ts'

const CancelDialog = deferred(async () => (await import('./cancel/cancel-dialog.tsx')).CancelDialog)

/** The quiet way out. */
export function CancelRow({ subscription }: { subscription: Subscription }) {
  const { plan_display_name, current_period_end } = subscription
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
      {current_period_end
        ? `You keep ${plan_display_name} until ${formatDay(current_period_end)}.`
        : `You keep ${plan_display_name} to the end of the period that is paid for.`}
    </PartRow>
  )
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
      action={
        <Button variant="secondary" size="sm" busy={isResuming} onClick={resume}>
          Resume
        </Button>
      }
    >
      The subscription cancels on {formatDay(endsAt)}. You keep {subscription.plan_display_name} until then.
    </PartRow>
  )
}
