import { changePassword } from '@envhold/contract/accounts/accounts.ts'
import { toast } from 'sonner'
import { z } from 'zod'
import { ActionForm, useActionForm } from '../../../connection/action-form.tsx'
import { accountDevice } from '../../../connection/session/device-tokens.ts'
import { useAccount } from '../../../connection/session/use-session-state.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { PasswordField } from '../../../ui/forms/text-field.tsx'
import { accountErrors } from '../account-errors.ts'
import { NewPasswordHint } from '../new-password-hint.tsx'
import { securityQuery } from './security-queries.ts'

const schema = changePassword.body
  .extend({ confirmation: z.string().min(1, 'Please confirm your new password') })
  .refine(({ newPassword, confirmation }) => newPassword === confirmation, {
    path: ['confirmation'],
    message: 'Passwords don’t match',
  })

export function ChangePasswordForm({ onChanged }: { onChanged: () => void }) {
  const { api, deviceTokens, queries } = useConnection()
  const account = useAccount()
  const form = useActionForm({
    schema,
    initial: { currentPassword: '', newPassword: '', confirmation: '' },
    errors: accountErrors.changePassword,
    fieldOf: { INVALID_CREDENTIALS: 'currentPassword' },
    onSubmit: async ({ confirmation: _, ...body }) => {
      const before = account ? deviceTokens.find(account.email) : undefined
      const { deviceToken } = await api.call(changePassword, {
        body: { ...body, ...(before !== undefined && { deviceToken: before }) },
      })
      if (account)
        deviceTokens.save([account.email, account.username, accountDevice(account.id)], deviceToken)
      toast.success('Password changed successfully!')
      void queries.invalidateQueries(securityQuery(api))
      onChanged()
    },
  })
  return (
    <ActionForm form={form} submitText="Change password" className="grid max-w-sm gap-4">
      <PasswordField
        {...form.field('currentPassword')}
        label="Current password"
        autoComplete="current-password"
        autoFocus
      />
      <PasswordField
        {...form.field('newPassword')}
        label="New password"
        hint={<NewPasswordHint password={form.watch('newPassword')} />}
        autoComplete="new-password"
      />
      <PasswordField
        {...form.field('confirmation')}
        label="Confirm new password"
        autoComplete="new-password"
      />
    </ActionForm>
  )
}
