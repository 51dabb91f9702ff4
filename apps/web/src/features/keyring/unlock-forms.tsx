import { ApiError } from '@envhold/client/api-error.ts'
import { recoverMasterPassword, validateMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import { ActionForm, useActionForm } from '../../connection/action-form.tsx'
import { useConnection } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Textarea } from '../../ui/forms/input.tsx'
import { notFilled, PasswordField } from '../../ui/forms/text-field.tsx'
import { keyringErrors } from './keyring-errors.ts'
import { masterPasswordStatusQuery } from './master-password-status.ts'
import { holdNew, NewMasterPasswordFields, recoverForm } from './new-master-password.tsx'
import { PasskeyUnlock, SlowUnlockNote } from './passkey-unlock.tsx'

const schema = z.object({ masterPassword: z.string().min(1, 'Master password is required').max(1_024) })

interface Props {
  className?: string | undefined
  autoFocus?: boolean
  onOpened: () => void
  onCancel: () => void
  onForgotten: () => void
}

export function UnlockForm({ className, autoFocus = true, onOpened, onCancel, onForgotten }: Props) {
  const { api, vault, queries } = useConnection()
  const form = useActionForm({
    schema,
    initial: { masterPassword: '' },
    errors: keyringErrors.validateMasterPassword,
    at: 'masterPassword',
    onSubmit: async (body, { setError }) => {
      const { valid } = await api.call(validateMasterPassword, { body }).catch(async (error: unknown) => {
        // The account has no master password: the prompt switches to setting one up.
        if (error instanceof ApiError && error.code === 'MASTER_PASSWORD_REQUIRED')
          await queries.invalidateQueries(masterPasswordStatusQuery(api))
        throw error
      })
      if (!valid)
        return setError('masterPassword', { message: 'Invalid master password' }, { shouldFocus: true })
      vault.hold(body.masterPassword)
      toast.success('Master password validated!')
      onOpened()
    },
  })
  return (
    <ActionForm form={form} name="unlock-vault" className={className} submitText="Unlock" onCancel={onCancel}>
      <PasskeyUnlock onOpened={onOpened} />
      <PasswordField
        {...form.field('masterPassword')}
        label="Master password"
        unfilled
        autoFocus={autoFocus}
      />
      <div>
        <Button variant="link" onClick={onForgotten}>
          Forgotten? Use your recovery key
        </Button>
      </div>
      <SlowUnlockNote busy={form.isBusy} />
    </ActionForm>
  )
}

interface RecoverFormProps {
  /** Called with the recovery key that replaces the used one. */
  onSheet: (recoveryKey: string) => void
  onBack: () => void
}

export function RecoverForm({ onSheet, onBack }: RecoverFormProps) {
  const connection = useConnection()
  const { api, unlockPrompt } = connection
  const form = useActionForm({
    schema: recoverForm,
    initial: { recoveryKey: '', newMasterPassword: '', confirmation: '', confirmSamePassword: undefined },
    errors: keyringErrors.recoverMasterPassword,
    onSubmit: async ({ confirmation: _, ...body }) => {
      const { recoveryKey } = await holdNew(connection, body.newMasterPassword, () =>
        api.call(recoverMasterPassword, { body }),
      )
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
      <p className="text-small text-ink-2">
        No recovery key either?{' '}
        <Link
          to="/account/security"
          hash="empty-vault"
          className="font-medium text-accent underline-offset-4 hover:underline"
          onClick={() => {
            unlockPrompt.settle('closed')
            onBack()
          }}
        >
          Start an empty vault
        </Link>
        . People you share projects with can give access back to you.
      </p>
    </ActionForm>
  )
}
