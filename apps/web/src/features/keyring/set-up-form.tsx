import { setUpMasterPassword } from '@envhold/contract/keyring.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { errorText } from '../../connection/api/error-text.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { FirstMasterPassword } from './first-master-password.tsx'
import { keyringErrors } from './keyring-errors.ts'
import { masterPasswordStatusQuery } from './master-password-status.ts'
import { isAlreadySet, markAsSet, setUpVault } from './set-up-vault.ts'

interface Props {
  onSheet: (recoveryKey: string) => void
  onCancel: () => void
}

export function SetUpForm({ onSheet, onCancel }: Props) {
  const connection = useConnection()
  const form = useForm<z.infer<typeof setUpMasterPassword.body>>({
    resolver: zodResolver(setUpMasterPassword.body),
    defaultValues: { masterPassword: '' },
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ masterPassword }) => {
    try {
      onSheet(await setUpVault(connection, masterPassword))
      markAsSet(connection)
    } catch (error) {
      form.setError('masterPassword', { message: errorText(error, keyringErrors.setMasterPassword) })
      if (isAlreadySet(error))
        await connection.queries.invalidateQueries(masterPasswordStatusQuery(connection.api))
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <FirstMasterPassword
        field={form.register('masterPassword')}
        value={form.watch('masterPassword')}
        error={errors.masterPassword?.message}
        autoFocus
      />
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
