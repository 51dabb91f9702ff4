import { recoverMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { toast } from 'sonner'
import { ActionForm, useActionForm } from '../../connection/action-form.tsx'
import { useConnection } from '../../connection/use-connection.ts'
import { Field } from '../../ui/forms/field.tsx'
import { notFilled } from '../../ui/forms/not-filled.ts'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { keyringErrors } from './keyring-errors.ts'
import { recoverForm } from './new-master-password.ts'
import { NewMasterPasswordFields } from './new-master-password-fields.tsx'

interface Props {
  /** Called with the recovery key that replaces the used one. */
  onSheet: (recoveryKey: string) => void
  onBack: () => void
}

export function RecoverForm({ onSheet, onBack }: Props) {
  const { api, vault } = useConnection()
  const form = useActionForm({
    schema: recoverForm,
    initial: { recoveryKey: '', newMasterPassword: '', confirmation: '' },
    errors: keyringErrors.recoverMasterPassword,
    onSubmit: async ({ confirmation: _, ...body }) => {
      const { recoveryKey } = await api.call(recoverMasterPassword, { body })
      vault.hold(body.newMasterPassword)
      toast.success('Master password changed successfully!')
      onSheet(recoveryKey)
    },
  })
  return (
    <ActionForm form={form} submitText="Set master password" onCancel={onBack} cancelText="Back">
      <Field label="Recovery key" error={form.formState.errors.recoveryKey?.message}>
        <Textarea
          {...form.register('recoveryKey')}
          rows={3}
          autoFocus
          {...notFilled}
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono text-small"
        />
      </Field>
      <NewMasterPasswordFields form={form} />
    </ActionForm>
  )
}
