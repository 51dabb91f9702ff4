import { ApiError } from '@envhold/client/api-error.ts'
import { changePassword } from '@envhold/contract/accounts.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { z } from 'zod'
import { showFormError } from '../../../connection/api/show-form-error.ts'
import { accountDevice } from '../../../connection/session/device-tokens.ts'
import { useAccount } from '../../../connection/session/use-session-state.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { accountErrors } from '../account-errors.ts'
import { NewPasswordHint } from '../new-password-hint.tsx'
import { securityQuery } from './security-query.ts'

const schema = changePassword.body
  .extend({ confirmation: z.string().min(1, 'Please confirm your new password') })
  .refine(({ newPassword, confirmation }) => newPassword === confirmation, {
    path: ['confirmation'],
    message: 'Passwords don’t match',
  })
const empty = { currentPassword: '', newPassword: '', confirmation: '' }

export function ChangePasswordForm({ onChanged }: { onChanged: () => void }) {
  const { api, deviceTokens, queries } = useConnection()
  const account = useAccount()
  const form = useForm<z.infer<typeof schema>>({ resolver: zodResolver(schema), defaultValues: empty })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ confirmation: _, ...body }) => {
    try {
      const before = account ? deviceTokens.find(account.email) : undefined
      const { deviceToken } = await api.call(changePassword, {
        body: { ...body, ...(before !== undefined && { deviceToken: before }) },
      })
      if (account)
        deviceTokens.save([account.email, account.username, accountDevice(account.id)], deviceToken)
      toast.success('Password changed successfully!')
      void queries.invalidateQueries(securityQuery(api))
      onChanged()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'INVALID_CREDENTIALS')
        form.setError('currentPassword', { message: error.message }, { shouldFocus: true })
      else
        showFormError(error, {
          names: ['currentPassword', 'newPassword'],
          texts: accountErrors.changePassword,
          setError: form.setError,
        })
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid max-w-sm gap-4">
      {errors.root && <Banner tone="bad">{errors.root.message}</Banner>}
      <Field label="Current password" error={errors.currentPassword?.message}>
        <PasswordInput {...form.register('currentPassword')} autoComplete="current-password" autoFocus />
      </Field>
      <Field
        label="New password"
        error={errors.newPassword?.message}
        hint={<NewPasswordHint password={form.watch('newPassword')} />}
      >
        <PasswordInput {...form.register('newPassword')} autoComplete="new-password" />
      </Field>
      <Field label="Confirm new password" error={errors.confirmation?.message}>
        <PasswordInput {...form.register('confirmation')} autoComplete="new-password" />
      </Field>
      <div>
        <Button type="submit" busy={isSubmitting}>
          Change password
        </Button>
      </div>
    </form>
  )
}
