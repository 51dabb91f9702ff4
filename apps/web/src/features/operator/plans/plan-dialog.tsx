import { type AdminPlan, createPlan, updatePlan } from '@envhold/contract/operator/plans.ts'
import { useWatch } from 'react-hook-form'
import { ActionForm, useActionForm } from '../../../connection/action-form.tsx'
import { useApi } from '../../../connection/use-api.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { formatCount } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.ts'
import { formOf, planForm, planOfForm } from './plan-fields.ts'
import { PlanFormFields } from './plan-form-fields.tsx'
import { AffectedAccounts, LimitImpact, PriceImpact } from './plan-impact.tsx'

interface Props {
  /** The plan to edit; none to create one. */
  readonly plan: AdminPlan | undefined
  readonly onSaved: () => unknown
  readonly onClose: () => void
}

export function PlanDialog({ plan, onSaved, onClose }: Props) {
  const api = useApi()
  const form = useActionForm({
    schema: planForm,
    mode: 'onChange',
    initial: formOf(plan),
    errors: { fallback: 'Failed to save the plan' },
    onSubmit: async (filled) => {
      const body = planOfForm(filled)
      if (plan) {
        const { grace_periods } = await api.call(updatePlan, { params: { id: plan.id }, body })
        void toast.success(
          grace_periods === 0
            ? 'Plan updated successfully'
            : `Plan updated. The grace period of ${formatCount(grace_periods, 'account')} begins.`,
        )
      } else {
        await api.call(createPlan, { body })
        void toast.success('Plan created successfully')
      }
      await onSaved()
      onClose()
    },
  })
  const typed = { ...formOf(plan), ...useWatch({ control: form.control }) }
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={plan ? `Edit ${plan.display_name}` : 'Create Plan'}
    >
      <ActionForm
        form={form}
        submitText={plan ? 'Save Plan' : 'Create Plan'}
        beside={plan && <AffectedAccounts plan={plan} form={typed} />}
        onCancel={onClose}
      >
        <PlanFormFields form={form} isNew={!plan} />
        {plan && <LimitImpact plan={plan} form={typed} />}
        {plan && <PriceImpact plan={plan} form={typed} />}
      </ActionForm>
    </Dialog>
  )
}
