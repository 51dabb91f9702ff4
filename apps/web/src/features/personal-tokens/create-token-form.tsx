import {
  defaultPersonalTokenPermissions,
  personalTokenPermissionDescriptions,
  personalTokenPermissions,
} from '@envhold/contract/permissions.ts'
import { createPersonalToken } from '@envhold/contract/personal-tokens.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { z } from 'zod'
import { showFormError } from '../../connection/api/show-form-error.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { personalTokenErrors } from './personal-token-errors.ts'
import { personalTokensQuery } from './personal-token-queries.ts'

const lives = [
  { days: 0, label: 'Never' },
  { days: 30, label: 'In 30 days' },
  { days: 90, label: 'In 90 days' },
  { days: 365, label: 'In a year' },
]
const dayMs = 86_400_000
const schema = createPersonalToken.body.omit({ expires_at: true }).extend({ days: z.coerce.number<string>() })
const expiry = (days: number) => (days ? new Date(Date.now() + days * dayMs).toISOString() : null)

interface Props {
  onCreated: (token: string) => void
  onCancel: () => void
  /** Whether something was entered; false once the form is gone. */
  onDirty: (isDirty: boolean) => void
}

export function CreateTokenForm({ onCreated, onCancel, onDirty }: Props) {
  const { api, withUnlockedVault, queries } = useConnection()
  const form = useForm<z.input<typeof schema>, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    mode: 'onChange',
    defaultValues: { name: '', permissions: [...defaultPersonalTokenPermissions], days: '0' },
  })
  const { errors, isSubmitting, isDirty } = form.formState
  useEffect(() => {
    onDirty(isDirty)
    return () => onDirty(false)
  }, [isDirty, onDirty])

  const submit = form.handleSubmit(async ({ days, ...given }) => {
    try {
      const body = { ...given, expires_at: expiry(days) }
      const { token } = await withUnlockedVault(() => api.call(createPersonalToken, { body }))
      toast.success('Personal access token created!')
      onCreated(token.token)
      await queries.invalidateQueries(personalTokensQuery(api))
    } catch (error) {
      const texts = personalTokenErrors.createPersonalToken
      showFormError(error, { names: ['name', 'permissions'], texts, setError: form.setError })
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {errors.root && <Banner tone="bad">{errors.root.message}</Banner>}
      <Field label="Name" error={errors.name?.message}>
        <Input {...form.register('name')} placeholder="Laptop" autoFocus autoComplete="off" maxLength={100} />
      </Field>
      <fieldset className="grid gap-2.5">
        <legend className="mb-2 text-small font-medium">Permissions</legend>
        {personalTokenPermissions.map((name) => (
          <Checkbox
            key={name}
            {...form.register('permissions')}
            value={name}
            label={personalTokenPermissionDescriptions[name]}
            hint={<span className="font-mono">{name}</span>}
          />
        ))}
        {errors.permissions && (
          <p role="alert" className="text-small text-bad">
            {errors.permissions.message}
          </p>
        )}
      </fieldset>
      <Field label="Expires">
        <Select {...form.register('days')}>
          {lives.map(({ days, label }) => (
            <option key={days} value={String(days)}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={isSubmitting}>
          Create token
        </Button>
      </DialogActions>
    </form>
  )
}
