import { type AdminPlan, createPlan, updatePlan } from '@envhold/contract/operator/plans.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { errorText } from '../../../connection/api/error-text.ts'
import { showFieldErrors } from '../../../connection/api/show-field-errors.ts'
import { isStepUpCancelled } from '../../../connection/session/step-up-prompt.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { toast } from '../../../ui/toast.ts'
import { formOf, type PlanForm, planForm, planOfForm } from './plan-fields.ts'
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
  const { register, handleSubmit, formState, setError, control } = useForm<PlanForm>({
    resolver: zodResolver(planForm),
    mode: 'onChange',
    defaultValues: formOf(plan),
  })
  const typed = { ...formOf(plan), ...useWatch({ control }) }
  const save = handleSubmit(async (form) => {
    const body = planOfForm(form, plan)
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
  const field = (name: keyof PlanForm) => formState.errors[name]?.message
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={plan ? `Edit ${plan.display_name}` : 'Create Plan'}
    >
      <form onSubmit={save} className="grid gap-4" noValidate>
        {formState.errors.root && <Banner tone="bad">{formState.errors.root.message}</Banner>}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Name"
            error={field('name')}
            hint={plan ? 'Accounts refer to it, so it stays.' : 'Such as starter, pro or enterprise.'}
          >
            <Input {...register('name')} readOnly={plan !== undefined} autoComplete="off" />
          </Field>
          <Field label="Display name" error={field('display_name')} hint="As customers know it.">
            <Input {...register('display_name')} autoComplete="off" />
          </Field>
          <Field label="Description" error={field('description')} className="sm:col-span-2">
            <Textarea {...register('description')} rows={2} />
          </Field>
          <Field
            label="Monthly price (US dollars)"
            error={field('price_monthly')}
            hint="Existing subscriptions keep theirs."
          >
            <Input {...register('price_monthly')} inputMode="decimal" />
          </Field>
          <Field label="Yearly price (US dollars)" optional error={field('price_yearly')}>
            <Input {...register('price_yearly')} inputMode="decimal" />
          </Field>
          <Field
            label="Max projects"
            error={field('max_projects')}
            hint="A whole number or the word unlimited."
          >
            <Input {...register('max_projects')} />
          </Field>
          <Field
            label="Max collaborators"
            error={field('max_collaborators')}
            hint="A whole number or the word unlimited."
          >
            <Input {...register('max_collaborators')} />
          </Field>
          <Field label="API calls per hour" error={field('api_rate_limit_per_hour')} hint="Of each key.">
            <Input {...register('api_rate_limit_per_hour')} inputMode="numeric" />
          </Field>
          <Field label="API calls per day" error={field('api_rate_limit_per_day')} hint="Of each key.">
            <Input {...register('api_rate_limit_per_day')} inputMode="numeric" />
          </Field>
          <Field
            label="API calls per month"
            error={field('monthly_calls')}
            hint="Of all keys of an owner: a whole number or the word unlimited."
          >
            <Input {...register('monthly_calls')} />
          </Field>
        </div>
        <Checkbox
          {...register('is_active')}
          label="Active"
          hint="An inactive plan is not offered. Who has it keeps it."
        />
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
