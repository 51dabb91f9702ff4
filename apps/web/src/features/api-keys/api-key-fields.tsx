import type { Environment } from '@envhold/contract/environments/environments.ts'
import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useApi } from '../../connection/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { AllowedIps, EnvironmentAccess } from './access-fields.tsx'
import { permissionsQuery } from './api-key-queries.ts'
import { type ApiKeyValues, inDays, localMinute, withIp } from './api-key-values.ts'

interface Props {
  form: UseFormReturn<ApiKeyValues>
  environments: readonly Environment[]
}

const groupTitle = 'mb-1.5 text-small font-medium'

/** The fields that making and changing a key share. */
export function ApiKeyFields({ form, environments }: Props) {
  const { data: permissions = [] } = useQuery(permissionsQuery(useApi()))
  const { register, control, formState, getValues, setValue, trigger, watch } = form
  const addAddress = async () => {
    if (!(await trigger('typed_ip'))) return
    setValue('allowed_ips', withIp(getValues('allowed_ips'), getValues('typed_ip')))
    setValue('typed_ip', '')
  }
  return (
    <>
      <Field
        label="Name"
        error={formState.errors.name?.message}
        hint="Name the pipeline or server that uses it."
      >
        <Input {...register('name')} autoFocus autoComplete="off" placeholder="GitHub Actions" />
      </Field>
      <fieldset className="grid gap-2">
        <legend className={groupTitle}>Permissions</legend>
        <Controller
          control={control}
          name="permissions"
          render={({ field }) => (
            <div className="grid gap-2">
              {permissions.map(({ name, description, required }) => (
                <Checkbox
                  key={name}
                  label={
                    <>
                      {description}
                      {required && <span className="text-ink-3"> (required)</span>}
                    </>
                  }
                  hint={<span className="font-mono">{name}</span>}
                  checked={required || field.value.includes(name)}
                  disabled={required}
                  onChange={({ target }) =>
                    field.onChange(
                      target.checked
                        ? [...field.value, name]
                        : field.value.filter((permission) => permission !== name),
                    )
                  }
                />
              ))}
            </div>
          )}
        />
      </fieldset>
      <fieldset>
        <legend className={groupTitle}>Environments</legend>
        <Controller
          control={control}
          name="environment_access"
          render={({ field, fieldState }) => (
            <EnvironmentAccess
              environments={environments}
              value={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
            />
          )}
        />
      </fieldset>
      <Controller
        control={control}
        name="allowed_ips"
        render={({ field, fieldState }) => (
          <AllowedIps
            value={field.value}
            onChange={field.onChange}
            typed={watch('typed_ip')}
            onTyped={(typed) => {
              setValue('typed_ip', typed)
              form.clearErrors('typed_ip')
            }}
            onAdd={() => void addAddress()}
            error={formState.errors.typed_ip?.message ?? fieldState.error?.message}
          />
        )}
      />
      <ExpiryField form={form} />
    </>
  )
}

const proposals = [30, 90, 365]

/** When the key stops working: some proposals, the moment, and what it means in words. */
function ExpiryField({ form }: { form: UseFormReturn<ApiKeyValues> }) {
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

const dayMs = 86_400_000
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' })

const daysText = (ms: number) => {
  const days = Math.round(ms / dayMs)
  if (days < 1) return 'within a day'
  return days === 1 ? 'in 1 day' : `in ${formatCount(days)} days`
}

/**
 * What an expiry means, in words.
 * @param value the text of the date field, in local time; empty for never
 */
export function expiryText(value: string, now: Date): string {
  if (value === '') return 'If empty, it works until you delete it.'
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) return 'The date is not complete.'
  if (at <= now) return 'It has expired: its calls are rejected.'
  return `It stops working ${daysText(at.getTime() - now.getTime())}, on ${moment.format(at)}. Its calls are rejected from then on; you can move the date before that.`
}
