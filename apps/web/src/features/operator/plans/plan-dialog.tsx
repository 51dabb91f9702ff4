import { type AdminPlan, createPlan, updatePlan } from '@envhold/contract/operator/plans.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { errorText } from '../../../connection/api/error-text.ts'
import { showFieldErrors } from '../../../connection/api/show-field-errors.ts'
import { isStepUpCancelled } from '../../../connection/session/step-up-prompt.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { toast } from '../../../ui/toast.ts'
import { formOf, type PlanForm, planForm, planOfForm } from './plan-fields.ts'
import { PlanFormFields } from './plan-form-fields.tsx'
import { AffectedAccounts, LimitImpact, PriceImpact } from './plan-impact.tsx'

interface Props {
  /** The plan to edit; none to create one. */
  readonly plan: AdminPlan | undefined
  readonly onSaved: () => unknown
  readonly onClose: () => void
}

const names = Object.keys(planForm.shape) as (keyof PlanForm)[]
const accounts = (count: number) => (count === 1 ? '1 account' : `${count.toLocaleString('en-US')} accounts`)

export function PlanDialog({ plan, onSaved, onClose }: Props) {
  const api = useApi()
  const form = useForm<PlanForm>({
    resolver: zodResolver(planForm),
    mode: 'onChange',
    defaultValues: formOf(plan),
  })
  const { handleSubmit, formState, setError, control } = form
  const typed = { ...formOf(plan), ...useWatch({ control }) }
  const save = handleSubmit(async (filled) => {
    const body = planOfForm(filled)
    try {
      if (plan) {
        const saved = await api.call(updatePlan, { params: { id: plan.id }, body })
        const grace = saved.grace_periods
        void toast.success(
          grace === 0
            ? 'Plan updated successfully'
            : `Plan updated. The grace period of ${accounts(grace)} begins.`,
        )
      } else {
        await api.call(createPlan, { body })
        void toast.success('Plan created successfully')
      }
      await onSaved()
      onClose()
    } catch (error) {
      if (isStepUpCancelled(error) || showFieldErrors(error, names, setError)) return
      setError('root', { message: errorText(error, { fallback: 'Failed to save the plan' }) })
    }
  })
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={plan ? `Edit ${plan.display_name}` : 'Create Plan'}
    >
      <form onSubmit={save} className="grid gap-4" noValidate>
        <PlanFormFields form={form} isNew={!plan} />
        {plan && <LimitImpact plan={plan} form={typed} />}
        {plan && <PriceImpact plan={plan} form={typed} />}
        <DialogActions>
          {plan && <AffectedAccounts plan={plan} form={typed} />}
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={formState.isSubmitting}>
            {plan ? 'Save Plan' : 'Create Plan'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
