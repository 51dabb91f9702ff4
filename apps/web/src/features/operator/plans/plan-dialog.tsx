import { ApiError } from '@envhold/client/api-error.ts'
import { providerNames } from '@envhold/contract/billing/payments.ts'
import { type AdminPlan, createPlan, priceNotice, updatePlan } from '@envhold/contract/operator/plans.ts'
import { useWatch } from 'react-hook-form'
import { ActionForm, useActionForm } from '../../../connection/action-form.tsx'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { formatCount, formatDay } from '../../../ui/text/format.ts'
import { LoweredLimits, useLowerLimits } from './lowered-limits.tsx'
import { formOf, loweringOfForm, type PlanForm, planForm, planOfForm, pricesOfForm } from './plan-fields.ts'
import { PlanFormFields } from './plan-form-fields.tsx'

interface Props {
  /** The plan to edit; none to create one. */
  readonly plan: AdminPlan | undefined
  readonly onChanged: () => unknown
  readonly onClose: () => void
}

const fieldNames = [
  ...(Object.keys(planForm.shape) as (keyof PlanForm)[]),
  ...(['lowering.reason', 'lowering.confirm', 'lowering.notice_days'] as const),
]

export function PlanDialog({ plan, onChanged, onClose }: Props) {
  const api = useApi()
  const form = useActionForm({
    schema: planForm,
    mode: 'onChange',
    initial: formOf(plan),
    errors: { fallback: 'Failed to save the plan' },
    names: fieldNames,
    onSubmit: async (filled) => {
      const body = planOfForm(filled)
      if (plan) {
        const { id, revision } = plan
        const change = { ...body, revision, ...(affected > 0 && { lowering: loweringOfForm(filled) }) }
        const saved = await api.call(updatePlan, { params: { id }, body: change }).catch((error: unknown) => {
          // After a change by another operator, the list shows the current plan.
          if (error instanceof ApiError && error.code === 'CONFLICT') void onChanged()
          throw error
        })
        if (affected > 0 && saved.plan.planned)
          toast.info(`Plan updated. The lower limits apply from ${formatDay(saved.plan.planned.applies_at)}.`)
      } else await api.call(createPlan, { body })
      await onChanged()
      onClose()
    },
  })
  const close = useUnsaved(form)
  const typed = useWatch({ control: form.control }) as PlanForm
  const lower = useLowerLimits(plan, typed)
  const affected = lower.data?.accounts_over ?? 0
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && close(onClose)}
      title={plan ? `Edit ${plan.display_name}` : 'Create Plan'}
    >
      <ActionForm
        form={form}
        submitText={plan ? 'Save Plan' : 'Create Plan'}
        disabled={lower.lacksConfirmation}
        // The rest may be scrolled away.
        beside={
          affected > 0 && (
            <p className="text-small text-warn sm:mr-auto">{`Affects ${formatCount(affected, 'account')}`}</p>
          )
        }
        onCancel={() => close(onClose)}
      >
        <PlanFormFields form={form} isNew={!plan} />
        {plan && <LoweredLimits plan={plan} form={form} lower={lower} />}
        {plan && <PriceImpact plan={plan} form={typed} />}
      </ActionForm>
    </Dialog>
  )
}

interface PriceImpactProps {
  readonly plan: AdminPlan
  readonly form: Pick<PlanForm, 'price_monthly' | 'price_yearly'>
}

/** What another price means for those who pay already. One that begins or ends concerns none of them. */
function PriceImpact({ plan, form }: PriceImpactProps) {
  const after = pricesOfForm(form)
  const changed = (['price_monthly', 'price_yearly'] as const).filter((price) => after[price] !== plan[price])
  const isAnnounced = changed.some((price) => (plan[price] ?? 0) > 0 && (after[price] ?? 0) > 0)
  return changed.length > 0 && <ChangedPrice plan={plan} isAnnounced={isAnnounced} />
}

function ChangedPrice({ plan, isAnnounced }: { plan: AdminPlan; isAnnounced: boolean }) {
  const from = new Date(Date.now() + priceNotice.undoMs + priceNotice.days * 86_400_000)
  const providers = [...new Set(plan.prices.map(({ provider }) => providerNames[provider]))]
  const noticeText = isAnnounced ? ` for ${priceNotice.days} days` : ''
  return (
    <Banner title={`Existing subscriptions keep their price${noticeText}`}>
      <p>
        New subscriptions pay the new price immediately.
        {isAnnounced &&
          ` Those who pay already are e-mailed in an hour: they pay it from their first renewal after ${formatDay(from)}. Until the e-mails leave, you can change it back.`}
      </p>
      {providers.length > 0 && (
        <p className="mt-1">
          Customers are charged the price at {providers.join(', ')}: create the new one there, and enter its
          ID under Provider prices.
        </p>
      )}
    </Banner>
  )
}
