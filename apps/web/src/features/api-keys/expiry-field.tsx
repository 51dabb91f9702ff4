import type { UseFormReturn } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { type ApiKeyValues, inDays, localMinute } from './api-key-values.ts'
import { expiryText } from './expiry-text.ts'

const proposals = [30, 90, 365]

/** When the key stops working: some proposals, the moment, and what it means in words. */
export function ExpiryField({ form }: { form: UseFormReturn<ApiKeyValues> }) {
  const { register, formState, setValue, watch } = form
  const value = watch('expires_at')
  const put = (text: string) => setValue('expires_at', text, { shouldValidate: true, shouldDirty: true })
  return (
    <div className="grid gap-2">
      <Field
        label="Expires"
        optional
        error={formState.errors.expires_at?.message}
        hint={<span role="status">{expiryText(value, new Date())}</span>}
      >
        <Input
          type="datetime-local"
          min={localMinute(new Date())}
          {...register('expires_at')}
          className="sm:w-64"
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        {proposals.map((days) => (
          <Button key={days} variant="secondary" size="sm" onClick={() => put(inDays(days))}>
            {days} days
          </Button>
        ))}
        <Button variant="secondary" size="sm" disabled={value === ''} onClick={() => put('')}>
          Never
        </Button>
      </div>
    </div>
  )
}
