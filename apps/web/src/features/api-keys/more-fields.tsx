import { apiKeyPermissions } from '@envhold/contract/permissions.ts'
import { ChevronRight, X } from 'lucide-react'
import { useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/class-names.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { type ApiKeyValues, withIp } from './api-key-values.ts'

interface Props {
  form: UseFormReturn<ApiKeyValues>
}

/** What most keys leave as it is: permissions and allowed IP addresses. It opens when one of them has an error. */
export function MoreFields({ form }: Props) {
  const { formState, watch } = form
  const [isChosen, setChosen] = useState(false)
  const isOpen = isChosen || Boolean(formState.errors.typed_ip ?? formState.errors.allowed_ips)
  const ips = watch('allowed_ips')
  const mayList = watch('permissions').includes('read_schema')
  return (
    <div className="-my-1 grid gap-2">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setChosen(!isOpen)}
        className="flex h-7 items-center gap-2 rounded-sm text-left text-small"
      >
        <ChevronRight aria-hidden="true" className={cn('size-4 text-ink-3', isOpen && 'rotate-90')} />
        <span className="font-medium">More</span>
        <span className="truncate text-ink-3">
          {formatIps(ips.length)}, {mayList ? 'may list names' : 'may not list names'}
        </span>
      </button>
      {isOpen && (
        <div className="grid gap-3 pb-1">
          <Permissions form={form} />
          <AllowedIps form={form} />
        </div>
      )}
    </div>
  )
}

const formatIps = (count: number) =>
  count === 0 ? 'any address' : formatCount(count, 'allowed address', 'allowed addresses')

const Permissions = ({ form }: Props) => (
  <fieldset className="grid gap-1.5">
    <legend className="mb-1.5 text-small font-medium">Permissions</legend>
    <Controller
      control={form.control}
      name="permissions"
      render={({ field: { value, onChange } }) => (
        <>
          {apiKeyPermissions.map(({ name, description, required }) => (
            <Checkbox
              key={name}
              label={
                <>
                  {description}
                  {required && <span className="text-ink-3"> (required)</span>}
                </>
              }
              checked={required || value.includes(name)}
              disabled={required}
              onChange={({ target }) =>
                onChange(
                  target.checked ? [...value, name] : value.filter((permission) => permission !== name),
                )
              }
            />
          ))}
        </>
      )}
    />
  </fieldset>
)

/** The address in the field is part of the form, so that it is saved even without pressing Add. */
function AllowedIps({ form }: Props) {
  const { clearErrors, formState, getValues, register, setValue, trigger, watch } = form
  const { typed_ip, allowed_ips } = formState.errors
  const ips = watch('allowed_ips')
  const put = (changed: string[]) => setValue('allowed_ips', changed, { shouldDirty: true })
  const add = async () => {
    if (!(await trigger('typed_ip'))) return
    put(withIp(getValues('allowed_ips'), getValues('typed_ip')))
    setValue('typed_ip', '')
  }
  return (
    <div className="grid gap-2">
      <div className="flex items-start gap-2">
        <Field
          label="Allowed IPs"
          optional
          className="flex-1"
          error={typed_ip?.message ?? allowed_ips?.message}
          hint="IP addresses or CIDR ranges that may use it. If empty, it works from any address."
        >
          <Input
            placeholder="203.0.113.7 or 10.0.0.0/8"
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            {...register('typed_ip', { onChange: () => clearErrors('typed_ip') })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              void add()
            }}
          />
        </Field>
        <Button variant="secondary" onClick={() => void add()} className="mt-[26px]">
          Add
        </Button>
      </div>
      {ips.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label="Allowed IPs">
          {ips.map((ip) => (
            <li
              key={ip}
              className="inline-flex h-7 items-center gap-1 rounded-sm bg-hover pl-2 font-mono text-small"
            >
              {ip}
              <button
                type="button"
                aria-label={`Remove ${ip}`}
                onClick={() => put(ips.filter((allowed) => allowed !== ip))}
                className="grid size-7 place-items-center rounded-sm text-ink-3 hover:text-ink"
              >
                <X className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
