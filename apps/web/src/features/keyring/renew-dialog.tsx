import { renewRecoveryKey } from '@envhold/contract/keyring/keyring.ts'
import { useState } from 'react'
import { z } from 'zod'
import { ActionForm, useActionForm } from '../../connection/action-form.tsx'
import { useConnection } from '../../connection/use-connection.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { PasswordField } from '../../ui/forms/text-field.tsx'
import { refetchSecurity } from '../accounts/security/security-queries.ts'
import { keyringErrors } from './keyring-errors.ts'
import { RecoverySheet } from './recovery-sheet.tsx'

/** Asks for the master password, then shows the new recovery key once. */
export function RenewDialog({ onClose }: { onClose: () => void }) {
  const { queries } = useConnection()
  const [sheet, setSheet] = useState<string | null>(null)
  const close = () => {
    void refetchSecurity(queries)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      firm={sheet !== null}
      size={sheet ? 'md' : 'sm'}
      title={sheet ? 'Keep your recovery key' : 'Create a new recovery key'}
      description={
        sheet
          ? 'It replaces the one you had. Only this one works from now on.'
          : 'The old one stops working. Your master password and your values stay as they are.'
      }
    >
      {sheet ? (
        <RecoverySheet recoveryKey={sheet} onConfirmed={close} />
      ) : (
        <RenewForm onSheet={setSheet} onCancel={close} />
      )}
    </Dialog>
  )
}

const schema = renewRecoveryKey.body.extend({
  masterPassword: z
    .string()
    .min(1, 'Master password is required')
    .pipe(renewRecoveryKey.body.shape.masterPassword),
})

/**
 * Asks for the master password even if the vault is open: a stranger at an unlocked page must not get a recovery key.
 */
function RenewForm({ onSheet, onCancel }: { onSheet: (recoveryKey: string) => void; onCancel: () => void }) {
  const { api, vault } = useConnection()
  const form = useActionForm({
    schema,
    initial: { masterPassword: '' },
    errors: keyringErrors.renewRecoveryKey,
    fieldOf: { INVALID_MASTER_PASSWORD: 'masterPassword' },
    onSubmit: async (body) => {
      const { recoveryKey } = await api.call(renewRecoveryKey, { body })
      vault.hold(body.masterPassword)
      onSheet(recoveryKey)
    },
  })
  return (
    <ActionForm form={form} submitText="Create a new recovery key" onCancel={onCancel}>
      <PasswordField {...form.field('masterPassword')} label="Master password" unfilled autoFocus />
    </ActionForm>
  )
}
