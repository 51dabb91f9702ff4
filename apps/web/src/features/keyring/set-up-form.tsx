import { setUpMasterPassword } from '@envhold/contract/keyring.ts'
import { ActionForm, useActionForm } from '../../connection/action-form.tsx'
import { useConnection } from '../../connection/use-connection.ts'
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
  const form = useActionForm({
    schema: setUpMasterPassword.body,
    initial: { masterPassword: '' },
    errors: keyringErrors.setMasterPassword,
    at: 'masterPassword',
    onSubmit: async ({ masterPassword }) => {
      try {
        onSheet(await setUpVault(connection, masterPassword))
        markAsSet(connection)
      } catch (error) {
        if (isAlreadySet(error))
          await connection.queries.invalidateQueries(masterPasswordStatusQuery(connection.api))
        throw error
      }
    },
  })
  return (
    <ActionForm form={form} submitText="Set master password" onCancel={onCancel}>
      <FirstMasterPassword
        field={form.register('masterPassword')}
        value={form.watch('masterPassword')}
        error={form.formState.errors.masterPassword?.message}
        autoFocus
      />
    </ActionForm>
  )
}
