import { billingIntervals, providerNames } from '@envhold/contract/billing/payments.ts'
import { freePlan } from '@envhold/contract/billing/plans.ts'
import { maxFeatures, priceProviders } from '@envhold/contract/operator/plans.ts'
import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input, Textarea } from '../../../ui/forms/input.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { type PlanForm, priceKey } from './plan-fields.ts'

interface Props {
  readonly form: UseFormReturn<PlanForm>
  readonly isNew: boolean
}

const countHint = 'A whole number or the word unlimited.'

export function PlanFormFields({ form, isNew }: Props) {
  const { register, formState, getValues } = form
  const field = (name: Exclude<keyof PlanForm, 'features' | 'prices'>) => ({
    ...register(name),
    error: formState.errors[name]?.message,
  })
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          hint={isNew ? 'Such as starter, pro or enterprise.' : 'Cannot be changed: accounts refer to it.'}
          {...field('name')}
          readOnly={!isNew}
          autoComplete="off"
        />
        <TextField
          label="Display name"
          hint="As customers know it."
          {...field('display_name')}
          autoComplete="off"
        />
        <Field label="Description" error={formState.errors.description?.message} className="sm:col-span-2">
          <Textarea {...register('description')} rows={2} />
        </Field>
        <TextField
          label="Monthly price (US dollars)"
          hint="Existing subscriptions keep theirs for 30 days."
          {...field('price_monthly')}
          inputMode="decimal"
        />
        <TextField
          label="Yearly price (US dollars)"
          optional
          {...field('price_yearly')}
          inputMode="decimal"
        />
        <TextField label="Max projects" hint={countHint} {...field('max_projects')} />
        <TextField label="Max collaborators" hint={countHint} {...field('max_collaborators')} />
        <TextField
          label="Storage (MB)"
          hint="Of everything that an account stores. A lower limit deletes nothing."
          {...field('max_stored_bytes')}
        />
        <TextField
          label="API calls per hour"
          hint="Of each key."
          {...field('api_rate_limit_per_hour')}
          inputMode="numeric"
        />
        <TextField
          label="API calls per day"
          hint="Of each key."
          {...field('api_rate_limit_per_day')}
          inputMode="numeric"
        />
        <TextField
          label="API calls per month"
          hint="Of all keys of an owner: a whole number or the word unlimited."
          {...field('monthly_calls')}
        />
      </div>
      <FeatureFields form={form} />
      {(isNew || getValues('name') !== freePlan) && <PriceFields form={form} />}
      <Checkbox
        {...register('is_active')}
        label="Active"
        hint="An inactive plan is not offered. Accounts that have it keep it."
      />
    </>
  )
}

/** What the payment providers call the plan's prices. Customers are charged the price that is stored there. */
function PriceFields({ form: { register, formState } }: { form: UseFormReturn<PlanForm> }) {
  const { prices: errors } = formState.errors
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium">Provider prices</legend>
      <p className="text-small text-ink-3">
        The id of each price at the provider, which charges the amount that is stored there. Without one, the
        plan is not sold there.
      </p>
      {typeof errors?.message === 'string' && (
        <p role="alert" className="text-small text-bad">
          {errors.message}
        </p>
      )}
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
        {priceProviders.flatMap((provider) =>
          billingIntervals.map((billing_interval) => {
            const key = priceKey({ provider, billing_interval })
            return (
              <Field
                key={key}
                label={`${providerNames[provider]}, ${billing_interval}`}
                error={errors?.[key]?.message}
              >
                <Input
                  {...register(`prices.${key}`, { setValueAs: (text: string) => text.trim() })}
                  className="font-mono"
                  autoComplete="off"
                  spellCheck={false}
                />
              </Field>
            )
          }),
        )}
      </div>
    </fieldset>
  )
}

/** What a plan offers beside its limits. */
function FeatureFields({ form }: { form: UseFormReturn<PlanForm> }) {
  const { register, formState, control } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'features' })
  const add = useRef<HTMLButtonElement>(null)
  const drop = (at: number) => {
    remove(at)
    add.current?.focus()
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium">Features</legend>
      <p className="text-small text-ink-3">
        What is on is listed with the plan: priority_support reads as Priority support.
      </p>
      {fields.map(({ id }, index) => {
        const error = formState.errors.features?.[index]?.name?.message
        const which = `Feature ${index + 1}`
        return (
          <div key={id} className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 gap-y-1">
            <Input
              {...register(`features.${index}.name`)}
              className="font-mono"
              autoComplete="off"
              spellCheck={false}
              aria-label={`${which}: name`}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-error` : undefined}
            />
            <Checkbox {...register(`features.${index}.on`)} label="On" aria-label={`${which}: on`} />
            <IconButton label={`Remove feature ${index + 1}`} onClick={() => drop(index)}>
              <Trash2 />
            </IconButton>
            {error && (
              <p id={`${id}-error`} role="alert" className="col-span-full text-small text-bad">
                {error}
              </p>
            )}
          </div>
        )
      })}
      <Button
        ref={add}
        variant="secondary"
        size="sm"
        className="justify-self-start"
        disabled={fields.length >= maxFeatures}
        onClick={() => append({ name: '', on: true })}
      >
        <Plus />
        Add Feature
      </Button>
    </fieldset>
  )
}
