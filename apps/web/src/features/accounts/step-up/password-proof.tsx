import { ApiError } from '@envhold/client/api-error.ts'
import { confirmPassword } from '@envhold/contract/account-settings.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { errorText } from '../../../connection/api/error-text.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'

/** Confirms with the password of the account. */
export function PasswordProof({ onConfirmed }: { onConfirmed: (token: string) => void }) {
  const api = useApi()
  const form = useForm<z.infer<typeof confirmPassword.body>>({
    resolver: zodResolver(confirmPassword.body),
    defaultValues: { password: '' },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    try {
      onConfirmed((await api.call(confirmPassword, { body })).token)
    } catch (error) {
      const isWrong = error instanceof ApiError && error.code === 'INVALID_CREDENTIALS'
      const message = isWrong ? error.message : errorText(error)
      form.setError('password', { message }, { shouldFocus: true })
    }
  })
  return (
    <form
      onSubmit={(event) => {
        // The dialog shows above forms that must not be sent by this one.
        event.stopPropagation()
        void submit(event)
      }}
      noValidate
      className="grid gap-4"
    >
      <Field label="Account password" error={errors.password?.message} hint="The one you sign in with.">
        <PasswordInput {...form.register('password')} autoComplete="current-password" autoFocus />
      </Field>
      <Button type="submit" busy={isSubmitting}>
        Confirm
      </Button>
    </form>
  )
}
