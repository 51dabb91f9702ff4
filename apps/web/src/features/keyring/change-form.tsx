import { ApiError } from '@envhold/client/api-error.ts'
import { changeMasterPassword } from '@envhold/contract/keyring.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import type { z } from 'zod'
import { showFormError } from '../../connection/api/show-form-error.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { keyringErrors } from './keyring-errors.ts'
import { MasterPasswordStrength } from './master-password-strength.tsx'
import { changeForm } from './new-master-password.ts'

const empty = { currentMasterPassword: '', newMasterPassword: '', confirmation: '', leaked: false }

interface Props {
  /** A new key pair comes with a new recovery key and environments to re-key. */
  onChanged: (made: { recoveryKey: string; pending: number } | null) => void
  onForgotten: () => void
}

export function ChangeForm({ onChanged, onForgotten }: Props) {
  const { api, vault } = useConnection()
  const form = useForm<z.infer<typeof changeForm>>({
    resolver: zodResolver(changeForm),
    defaultValues: empty,
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ confirmation: _, ...body }) => {
    try {
      const { recoveryKey, rekeyPending = 0 } = await api.call(changeMasterPassword, { body })
      vault.hold(body.newMasterPassword)
      form.reset(empty)
      toast.success('Master password changed successfully!')
      onChanged(recoveryKey ? { recoveryKey, pending: rekeyPending } : null)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'INVALID_MASTER_PASSWORD')
        form.setError('currentMasterPassword', { message: 'Invalid master password' }, { shouldFocus: true })
      else
        showFormError(error, {
          names: ['currentMasterPassword', 'newMasterPassword'],
          texts: keyringErrors.changeMasterPassword,
          setError: form.setError,
        })
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid max-w-lg gap-4">
      <div className="grid max-w-sm gap-4">
        {errors.root && <Banner tone="bad">{errors.root.message}</Banner>}
        <Field label="Current master password" error={errors.currentMasterPassword?.message}>
          <PasswordInput {...form.register('currentMasterPassword')} unfilled autoFocus />
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
        <Checkbox
          {...form.register('leaked')}
          label="My password leaked"
          hint="Choose this when somebody else may know the old one."
        />
      </div>
      {form.watch('leaked') && <LeakedExplained />}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" busy={isSubmitting}>
          Change master password
        </Button>
        <Button variant="link" onClick={onForgotten}>
          Forgotten?
        </Button>
      </div>
    </form>
  )
}

function LeakedExplained() {
  return (
    <Banner tone="warn" title="What this does">
      <ul className="grid list-disc gap-1 pl-4 marker:text-ink-3">
        <li>
          Somebody with the old password and an old copy of the server’s data could still decrypt that copy.
          To protect new data, you and every environment you can open get new keys.
        </li>
        <li>You get a new recovery key. The old one stops working.</li>
        <li>Values that somebody may have read already must be replaced at their source.</li>
      </ul>
    </Banner>
  )
}
