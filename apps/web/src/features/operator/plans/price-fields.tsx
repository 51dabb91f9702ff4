import { priceProviders } from '@envhold/contract/operator/plans.ts'
import { billingIntervals, providerNames } from '@envhold/contract/payments.ts'
import type { UseFormReturn } from 'react-hook-form'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { type PlanForm, priceKey } from './plan-fields.ts'

/** What the payment providers call the plan's prices. Customers are charged the price that is stored there. */
export function PriceFields({ form: { register, formState } }: { form: UseFormReturn<PlanForm> }) {
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
