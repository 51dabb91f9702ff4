import { confirmPassword } from '@envhold/contract/account-settings.ts'
import { ActionForm, useActionForm } from '../../../connection/action-form.tsx'
import { useApi } from '../../../connection/use-api.ts'
import { PasswordField } from '../../../ui/forms/text-field.tsx'

/** Confirms with the password of the account. */
export function PasswordProof({ onConfirmed }: { onConfirmed: (token: string) => void }) {
  const api = useApi()
  const form = useActionForm({
    schema: confirmPassword.body,
    initial: { password: '' },
    at: 'password',
    onSubmit: async (body) => onConfirmed((await api.call(confirmPassword, { body })).token),
  })
  return (
    <ActionForm form={form} submitText="Confirm" wide>
      <PasswordField
        {...form.field('password')}
        label="Account password"
        hint="The one you sign in with."
        autoComplete="current-password"
        autoFocus
      />
    </ActionForm>
  )
}
