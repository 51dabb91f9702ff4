import {
  defaultPersonalTokenPermissions,
  personalTokenPermissionDescriptions,
  personalTokenPermissions,
} from '@envhold/contract/permissions.ts'
import { createPersonalToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { useEffect } from 'react'
import { z } from 'zod'
import { ActionForm, useActionForm } from '../../connection/action-form.tsx'
import { useConnection } from '../../connection/use-connection.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { personalTokenErrors, personalTokensQuery } from './personal-tokens-table.tsx'

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
  const form = useActionForm({
    schema,
    mode: 'onChange',
    initial: { name: '', permissions: [...defaultPersonalTokenPermissions], days: '0' },
    errors: personalTokenErrors.createPersonalToken,
    onSubmit: async ({ days, ...fields }) => {
      const body = { ...fields, expires_at: expiry(days) }
      const { token } = await withUnlockedVault(() => api.call(createPersonalToken, { body }))
      toast.success('Personal access token created!')
      onCreated(token.token)
      await queries.invalidateQueries(personalTokensQuery(api))
    },
  })
  const { isDirty } = form
  const { errors } = form.formState
  useEffect(() => {
    onDirty(isDirty)
    return () => onDirty(false)
  }, [isDirty, onDirty])

  return (
    <ActionForm form={form} submitText="Create token" onCancel={onCancel} className="grid gap-5">
      <TextField
        {...form.field('name')}
        label="Name"
        placeholder="Laptop"
        autoFocus
        autoComplete="off"
        maxLength={100}
      />
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
    </ActionForm>
  )
}
