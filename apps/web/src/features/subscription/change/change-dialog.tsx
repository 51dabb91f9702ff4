import { type BillingInterval, providerNames } from '@envhold/contract/billing/payments.ts'
import type { PlanOffer } from '@envhold/contract/billing/plan-offers.ts'
import type { Subscription } from '@envhold/contract/billing/subscription.ts'
import { QueryView } from '../../../connection/query-view.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { formatAmount } from '../../../ui/text/format.ts'
import { changeFailed } from '../billing-queries.ts'
import { Failure } from '../failure.tsx'
import { ChangeCosts } from './change-costs.tsx'
import { ChangedLimits } from './changed-limits.tsx'
import { type ChangePreview, useChange } from './use-change.ts'

interface Props {
  subscription: Subscription
  plan: PlanOffer
  interval: BillingInterval
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What another plan or interval costs, as the provider says it, and the button that orders it. */
export function ChangeDialog({ open, onOpenChange, ...change }: Props) {
  const { plan, interval } = change
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Change to ${plan.display_name}, billed ${interval}`}
    >
      <ChangeForm {...change} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

type FormProps = Omit<Props, 'open' | 'onOpenChange'> & { onDone: () => void }

/** Mounted with the dialog, so that the amounts are those of now. */
function ChangeForm({ subscription, plan, interval, onDone }: FormProps) {
  const change = { subscriptionId: subscription.id, planId: plan.id, billingInterval: interval }
  const { query, order, isOrdering, error } = useChange(change, onDone)
  const { data } = query
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <QueryView
        query={query}
        className="py-6"
        safe={`Nothing was changed, and ${providerNames[subscription.provider]} charged nothing.`}
        loading={<Skeleton className="h-40" />}
      >
        {(preview) => (
          <>
            <ChangeCosts
              preview={preview}
              listPrice={interval === 'yearly' ? plan.price_yearly : plan.price_monthly}
            />
            <ChangedLimits preview={preview} />
          </>
        )}
      </QueryView>
      {error && <Failure title={changeFailed} error={error} />}
      <DialogActions busy={isOrdering}>
        <Button variant="secondary" disabled={isOrdering} onClick={onDone}>
          Not now
        </Button>
        <Button busy={isOrdering} disabled={!data || query.isFetching} onClick={() => data && order(data)}>
          {orderText(data)}
        </Button>
      </DialogActions>
    </div>
  )
}

function orderText({ due_now, currency }: Partial<ChangePreview> = {}): string {
  return due_now && due_now > 0 && currency
    ? `Pay ${formatAmount(due_now, currency)} and change plan`
    : 'Change plan'
}
