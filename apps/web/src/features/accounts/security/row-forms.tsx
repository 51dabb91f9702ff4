import { changePassword } from '@envhold/contract/accounts/accounts.ts'
import { changeEmail } from '@envhold/contract/accounts/mailed-links.ts'
import { z } from 'zod'
import { ActionForm, useActionForm } from '../../../connection/action-form.tsx'
import { accountDevice } from '../../../connection/session/session-store.ts'
import { useAccount } from '../../../connection/session/use-session-state.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { PasswordField, TextField } from '../../../ui/forms/text-field.tsx'
import { accountErrors } from '../account-errors.ts'
import { ConfirmSamePassword } from '../confirm-same-password.tsx'
import { isRepeated, NewPasswordFields, unequal } from '../new-password-fields.tsx'
import { refetchSecurity } from './security-queries.ts'
import { emailChangeQuery } from './sign-in-queries.ts'

const passwordForm = changePassword.body
  .extend({ confirmation: z.string().min(1, 'Please confirm your new password') })
  .refine(isRepeated, unequal)

export function ChangePasswordForm({ onChanged }: { onChanged: () => void }) {
  const { api, deviceTokens, queries } = useConnection()
  const account = useAccount()
  const form = useActionForm({
    schema: passwordForm,
    initial: { currentPassword: '', newPassword: '', confirmation: '', confirmSamePassword: undefined },
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
      void refetchSecurity(queries)
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
      <NewPasswordFields form={form} />
      <ConfirmSamePassword form={form} password={form.watch('newPassword')} />
    </ActionForm>
  )
}

/** Asks for another e-mail address, which is confirmed in its mailbox. */
export function ChangeEmailForm({ onAsked }: { onAsked: () => void }) {
  const { api, queries } = useConnection()
  const form = useActionForm({
    schema: changeEmail.body,
    initial: { email: '' },
    errors: accountErrors.changeEmail,
    onSubmit: async (body) => {
      const { message } = await api.call(changeEmail, { body })
      toast.success(message)
      void queries.invalidateQueries(emailChangeQuery(api))
      onAsked()
    },
  })
  return (
    <ActionForm form={form} submitText="Mail the link" className="grid max-w-sm gap-4">
      <TextField
        {...form.field('email')}
        label="New e-mail address"
        hint="We will e-mail a link to the new address. Your current address is notified and can undo the change for 7 days."
        type="email"
        autoComplete="email"
        autoFocus
      />
    </ActionForm>
  )
}
