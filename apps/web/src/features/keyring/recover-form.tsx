import { recoverMasterPassword } from '@envhold/contract/keyring.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import type { z } from 'zod'
import { showFormError } from '../../connection/api/show-form-error.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { notFilled } from '../../ui/not-filled.ts'
import { PasswordInput } from '../../ui/password-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { keyringErrors } from './keyring-errors.ts'
import { MasterPasswordStrength } from './master-password-strength.tsx'
import { recoverForm } from './new-master-password.ts'

interface Props {
  /** Called with the recovery key that replaces the used one. */
  onSheet: (recoveryKey: string) => void
  onBack: () => void
}

export function RecoverForm({ onSheet, onBack }: Props) {
  const { api, vault } = useConnection()
  const form = useForm<z.infer<typeof recoverForm>>({
    resolver: zodResolver(recoverForm),
    defaultValues: { recoveryKey: '', newMasterPassword: '', confirmation: '' },
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ confirmation: _, ...body }) => {
    try {
      const { recoveryKey } = await api.call(recoverMasterPassword, { body })
      vault.hold(body.newMasterPassword)
      toast.success('Master password changed successfully!')
      onSheet(recoveryKey)
    } catch (error) {
      showFormError(error, {
        names: ['recoveryKey', 'newMasterPassword'],
        texts: keyringErrors.recoverMasterPassword,
        setError: form.setError,
      })
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {errors.root && <Banner tone="bad">{errors.root.message}</Banner>}
      <Field label="Recovery key" error={errors.recoveryKey?.message}>
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
      <Field
        label="New master password"
        error={errors.newMasterPassword?.message}
        hint="At least 8 characters."
      >
        <PasswordInput {...form.register('newMasterPassword')} unfilled />
      </Field>
      <MasterPasswordStrength value={form.watch('newMasterPassword')} />
      <Field label="Confirm new master password" error={errors.confirmation?.message}>
        <PasswordInput {...form.register('confirmation')} unfilled />
      </Field>
      <DialogActions>
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" busy={isSubmitting}>
          Set master password
        </Button>
      </DialogActions>
    </form>
  )
}
