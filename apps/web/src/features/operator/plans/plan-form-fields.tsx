import { freePlan } from '@envhold/contract/plans.ts'
import type { UseFormReturn } from 'react-hook-form'
import { Banner } from '../../../ui/banner.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { FeatureFields } from './feature-fields.tsx'
import type { PlanForm } from './plan-fields.ts'
import { PriceFields } from './price-fields.tsx'

interface Props {
  readonly form: UseFormReturn<PlanForm>
  readonly isNew: boolean
}

const countHint = 'A whole number or the word unlimited.'

export function PlanFormFields({ form, isNew }: Props) {
  const { register, formState, getValues } = form
  const error = (name: Exclude<keyof PlanForm, 'features' | 'prices'>) => formState.errors[name]?.message
  return (
    <>
      {formState.errors.root && <Banner tone="bad">{formState.errors.root.message}</Banner>}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label="Name"
          error={error('name')}
          hint={isNew ? 'Such as starter, pro or enterprise.' : 'Accounts refer to it, so it stays.'}
        >
          <Input {...register('name')} readOnly={!isNew} autoComplete="off" />
        </Field>
        <Field label="Display name" error={error('display_name')} hint="As customers know it.">
          <Input {...register('display_name')} autoComplete="off" />
        </Field>
        <Field label="Description" error={error('description')} className="sm:col-span-2">
          <Textarea {...register('description')} rows={2} />
        </Field>
        <Field
          label="Monthly price (US dollars)"
          error={error('price_monthly')}
          hint="Existing subscriptions keep theirs."
        >
          <Input {...register('price_monthly')} inputMode="decimal" />
        </Field>
        <Field label="Yearly price (US dollars)" optional error={error('price_yearly')}>
          <Input {...register('price_yearly')} inputMode="decimal" />
        </Field>
        <Field label="Max projects" error={error('max_projects')} hint={countHint}>
          <Input {...register('max_projects')} />
        </Field>
        <Field label="Max collaborators" error={error('max_collaborators')} hint={countHint}>
          <Input {...register('max_collaborators')} />
        </Field>
        <Field
          label="Storage (MB)"
          error={error('max_stored_bytes')}
          hint="Of everything that an account stores. A lower limit deletes nothing."
        >
          <Input {...register('max_stored_bytes')} />
        </Field>
        <Field label="API calls per hour" error={error('api_rate_limit_per_hour')} hint="Of each key.">
          <Input {...register('api_rate_limit_per_hour')} inputMode="numeric" />
        </Field>
        <Field label="API calls per day" error={error('api_rate_limit_per_day')} hint="Of each key.">
          <Input {...register('api_rate_limit_per_day')} inputMode="numeric" />
        </Field>
        <Field
          label="API calls per month"
          error={error('monthly_calls')}
          hint="Of all keys of an owner: a whole number or the word unlimited."
        >
          <Input {...register('monthly_calls')} />
        </Field>
      </div>
      <FeatureFields form={form} />
      {(isNew || getValues('name') !== freePlan) && <PriceFields form={form} />}
      <Checkbox
        {...register('is_active')}
        label="Active"
        hint="An inactive plan is not offered. Who has it keeps it."
      />
    </>
  )
}
