import { cancelPlannedChange } from '@envhold/contract/billing/plan-change.ts'
import type { Subscription } from '@envhold/contract/billing/subscription.ts'
import { useState } from 'react'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useApi } from '../../../connection/use-api.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { deferred } from '../../../ui/deferred.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { formatDay } from '../../../ui/text/format.ts'
import { billingErrors } from '../billing-queries.ts'
import { usePlanChanged } from '../checkout/await-activation.ts'
import { PartRow } from '../part.tsx'

const ConfirmDialog = deferred(
  async () => (await import('../../../ui/dialogs/confirm-dialog.tsx')).ConfirmDialog,
)

/** Another plan that begins when the period ends, and the way to cancel that. */
export function PlannedChange({ subscription }: { subscription: Subscription }) {
  const [isOpen, setIsOpen] = useState(false)
  const api = useApi()
  const planChanged = usePlanChanged()
  const { id, next, plan_display_name, current_period_end } = subscription
  if (!next) return null
  const cancelPlanned = async () => {
    try {
      const changed = await api.call(cancelPlannedChange, { params: { id } })
      toast.success(changed.message)
      await planChanged(changed.subscription)
    } catch (error) {
      notifyError(error, billingErrors.cancelPlannedChange)
      throw error
    }
  }
  return (
    <PartRow
      title={`Changes to ${next.plan_display_name}, billed ${next.billing_interval}`}
      action={
        <>
          <SmallButton text="Keep current plan" onClick={() => setIsOpen(true)} />
          <ConfirmDialog
            open={isOpen}
            onOpenChange={setIsOpen}
            tone="info"
            title={`Keep ${plan_display_name}`}
            description={`The planned change to ${next.plan_display_name} is canceled. Nothing is charged.`}
            confirmText="Keep current plan"
            cancelText="Not now"
            onConfirm={cancelPlanned}
          />
        </>
      }
    >
      {current_period_end
        ? `You keep ${plan_display_name} until ${formatDay(current_period_end)}.`
        : `You keep ${plan_display_name} to the end of the period that is paid for.`}
    </PartRow>
  )
}
