import { updateProfile } from '@envhold/contract/accounts/account-settings.ts'
import type { Account } from '@envhold/contract/accounts/accounts.ts'
import { ActionForm, useActionForm } from '../../../connection/action-form.tsx'
import { useUpdateAccount } from '../../../connection/session/update-account.ts'
import { useApi } from '../../../connection/use-api.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { accountErrors } from '../account-errors.ts'
import { browserTimeZone } from './store-time-zone.ts'

const schema = updateProfile.body.pick({ time_zone: true })

export function TimeZoneForm({ account, onSaved }: { account: Account; onSaved: () => void }) {
  const api = useApi()
  const updateAccount = useUpdateAccount()
  const form = useActionForm({
    schema,
    initial: { time_zone: account.time_zone ?? 'UTC' },
    errors: accountErrors.updateProfile,
    onSubmit: async (body) => {
      updateAccount((await api.call(updateProfile, { body })).user)
      toast.success('Time zone updated')
      onSaved()
    },
  })
  const own = browserTimeZone()
  const zones = new Set(['UTC', own, account.time_zone ?? 'UTC', ...Intl.supportedValuesOf('timeZone')])
  return (
    <ActionForm
      form={form}
      submitText="Save time zone"
      disabled={!form.isDirty}
      className="grid max-w-lg gap-4"
    >
      <Field label="Time zone" hint={`Dates in e-mails use it. This browser is in ${own}.`}>
        <Select {...form.register('time_zone')}>
          {[...zones].map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
      </Field>
    </ActionForm>
  )
}
