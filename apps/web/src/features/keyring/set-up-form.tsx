import { ApiError } from '@envhold/client/api-error.ts'
import { setUpMasterPassword } from '@envhold/contract/keyring.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import type { z } from 'zod'
import { errorText } from '../../connection/api/error-text.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { keyringErrors } from './keyring-errors.ts'
import { masterPasswordStatusQuery } from './master-password-status.ts'
import { MasterPasswordStrength } from './master-password-strength.tsx'

interface Props {
  onSheet: (recoveryKey: string) => void
  onCancel: () => void
}

export function SetUpForm({ onSheet, onCancel }: Props) {
  const { api, vault, queries } = useConnection()
  const form = useForm<z.infer<typeof setUpMasterPassword.body>>({
    resolver: zodResolver(setUpMasterPassword.body),
    defaultValues: { masterPassword: '' },
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (body) => {
    try {
      const { recoveryKey } = await api.call(setUpMasterPassword, { body })
      vault.hold(body.masterPassword)
      toast.success('Master password set successfully!')
      onSheet(recoveryKey)
      queries.setQueryData(masterPasswordStatusQuery(api).queryKey, { hasMasterPassword: true })
    } catch (error) {
      form.setError('masterPassword', { message: errorText(error, keyringErrors.setMasterPassword) })
      // It was set in another window, or by an attempt whose answer was lost: ask for it instead.
      if (error instanceof ApiError && (error.code === 'CONFLICT' || error.code === 'ALREADY_CREATED'))
        await queries.invalidateQueries(masterPasswordStatusQuery(api))
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field
        label="Master password"
        error={errors.masterPassword?.message}
        hint="Not the password you sign in with. We cannot reset it; a recovery key comes next."
      >
        <PasswordInput {...form.register('masterPassword')} autoComplete="off" autoFocus />
      </Field>
      <MasterPasswordStrength value={form.watch('masterPassword')} />
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={isSubmitting}>
          Set master password
        </Button>
      </DialogActions>
    </form>
  )
}
