import { ApiError } from '@envhold/client/api-error.ts'
import { validateMasterPassword } from '@envhold/contract/keyring.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { z } from 'zod'
import { errorText } from '../../connection/api/error-text.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { keyringErrors } from './keyring-errors.ts'
import { masterPasswordStatusQuery } from './master-password-status.ts'
import { PasskeyUnlock } from './passkey-unlock.tsx'
import { SlowUnlockNote } from './slow-unlock-note.tsx'

const schema = z.object({ masterPassword: z.string().min(1, 'Master password is required').max(1_024) })

interface Props {
  onOpened: () => void
  onCancel: () => void
  onForgotten: () => void
}

export function UnlockForm({ onOpened, onCancel, onForgotten }: Props) {
  const { api, vault, queries } = useConnection()
  const form = useForm<z.infer<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { masterPassword: '' },
  })
  const { errors, isSubmitting } = form.formState
  const showProblem = (message: string) => form.setError('masterPassword', { message }, { shouldFocus: true })

  const submit = form.handleSubmit(async (body) => {
    try {
      const { valid } = await api.call(validateMasterPassword, { body })
      if (!valid) return showProblem('Invalid master password')
      vault.hold(body.masterPassword)
      toast.success('Master password validated!')
      onOpened()
    } catch (error) {
      // The account has no master password: the prompt switches to setting one up.
      if (error instanceof ApiError && error.code === 'MASTER_PASSWORD_REQUIRED')
        await queries.invalidateQueries(masterPasswordStatusQuery(api))
      showProblem(errorText(error, keyringErrors.validateMasterPassword))
    }
  })
  return (
    <form name="unlock-vault" onSubmit={submit} noValidate className="grid gap-4">
      <PasskeyUnlock onOpened={onOpened} />
      <Field label="Master password" error={errors.masterPassword?.message}>
        <PasswordInput {...form.register('masterPassword')} unfilled autoFocus />
      </Field>
      <div>
        <Button variant="link" onClick={onForgotten}>
          Forgotten? Use your recovery key
        </Button>
      </div>
      <SlowUnlockNote busy={isSubmitting} />
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={isSubmitting}>
          Unlock
        </Button>
      </DialogActions>
    </form>
  )
}
