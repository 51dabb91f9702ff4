import { ApiError } from '@envhold/client/api-error.ts'
import { renewRecoveryKey } from '@envhold/contract/keyring.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { showFormError } from '../../connection/api/show-form-error.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { securityQuery } from '../accounts/security/security-query.ts'
import { keyringErrors } from './keyring-errors.ts'
import { RecoverySheet } from './recovery-sheet.tsx'

/** Asks for the master password, then shows the new recovery key once. */
export function RenewDialog({ onClose }: { onClose: () => void }) {
  const { api, queries } = useConnection()
  const [sheet, setSheet] = useState<string | null>(null)
  const close = () => {
    void queries.invalidateQueries(securityQuery(api))
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

interface Props {
  onSheet: (recoveryKey: string) => void
  onCancel: () => void
}

/**
 * Asks for the master password even if the vault is open: a stranger at an unlocked page must not get a recovery key.
 */
function RenewForm({ onSheet, onCancel }: Props) {
  const { api, vault } = useConnection()
  const form = useForm<z.infer<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { masterPassword: '' },
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (body) => {
    try {
      const { recoveryKey } = await api.call(renewRecoveryKey, { body })
      vault.hold(body.masterPassword)
      onSheet(recoveryKey)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'INVALID_MASTER_PASSWORD')
        form.setError('masterPassword', { message: 'Invalid master password' }, { shouldFocus: true })
      else
        showFormError(error, {
          names: ['masterPassword'],
          texts: keyringErrors.renewRecoveryKey,
          setError: form.setError,
        })
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {errors.root && <Banner tone="bad">{errors.root.message}</Banner>}
      <Field label="Master password" error={errors.masterPassword?.message}>
        <PasswordInput {...form.register('masterPassword')} unfilled autoFocus />
      </Field>
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={isSubmitting}>
          Create a new recovery key
        </Button>
      </DialogActions>
    </form>
  )
}
