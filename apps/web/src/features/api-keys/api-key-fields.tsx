import type { Environment } from '@envhold/contract/environments/environments.ts'
import { type ReactNode, useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { Chips } from '../../ui/forms/choices.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { type ApiKeyValues, inDays, localMinute } from './api-key-values.ts'
import { EnvironmentChips } from './environment-chips.tsx'
import { MoreFields } from './more-fields.tsx'

interface Props {
  form: UseFormReturn<ApiKeyValues>
  environments: readonly Environment[]
  /** Below the other fields, before those that are seldom used. */
  children?: ReactNode
}

/** The fields that making and changing a key share. */
export function ApiKeyFields({ form, environments, children }: Props) {
  const { register, control, formState } = form
  return (
    <div className="grid flex-auto grid-cols-[minmax(0,1fr)] content-start gap-3">
      <Field label="Name" error={formState.errors.name?.message}>
        <Input {...register('name')} autoFocus autoComplete="off" placeholder="GitHub Actions" />
      </Field>
      <Controller
        control={control}
        name="environment_access"
        render={({ field: { value, onChange }, fieldState }) => (
          <EnvironmentChips
            environments={environments}
            value={value}
            onChange={onChange}
            error={fieldState.error?.message}
          />
        )}
      />
      <ExpiryField form={form} />
      {children}
      <MoreFields form={form} />
    </div>
  )
}

const proposals = [
  [7, '7 days'],
  [30, '30 days'],
  [90, '90 days'],
  [365, '1 year'],
] as const
const never = 'never'

/** When the key stops working: some proposals, or a date of one's own. */
function ExpiryField({ form }: { form: UseFormReturn<ApiKeyValues> }) {
  const { register, formState, setValue, watch } = form
  const [now] = useState(() => new Date())
  const put = (text: string) =>
    setValue('expires_at', text === never ? '' : text, { shouldValidate: true, shouldDirty: true })
  return (
    <div className="grid gap-1.5">
      <Field
        label="Expires"
        error={formState.errors.expires_at?.message}
        className="grid-cols-[1fr_auto] items-center [&>p]:col-span-2"
      >
        <input
          type="datetime-local"
          min={localMinute(now)}
          className="h-5 rounded-sm bg-transparent text-small text-ink-2 hover:text-ink aria-invalid:text-bad pointer-coarse:text-[1rem]"
          {...register('expires_at')}
        />
      </Field>
      <Chips
        label="Proposed expiry"
        className="gap-1"
        options={[
          ...proposals.map(([days, label]) => ({ value: inDays(days, now), label })),
          { value: never, label: 'Never' },
        ]}
        value={watch('expires_at') || never}
        onValueChange={put}
      />
    </div>
  )
}
