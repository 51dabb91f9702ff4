import { maxFeatures } from '@envhold/contract/operator/plans.ts'
import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import type { PlanForm } from './plan-fields.ts'

/** What a plan offers beside its limits. */
export function FeatureFields({ form }: { form: UseFormReturn<PlanForm> }) {
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
      {fields.map(({ id }, at) => {
        const error = formState.errors.features?.[at]?.name?.message
        const which = `Feature ${at + 1}`
        return (
          <div key={id} className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 gap-y-1">
            <Input
              {...register(`features.${at}.name`)}
              className="font-mono"
              autoComplete="off"
              spellCheck={false}
              aria-label={`${which}: name`}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-error` : undefined}
            />
            <Checkbox {...register(`features.${at}.on`)} label="On" aria-label={`${which}: on`} />
            <IconButton label={`Remove feature ${at + 1}`} onClick={() => drop(at)}>
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
