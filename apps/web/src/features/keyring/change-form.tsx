import { changeMasterPassword } from '@envhold/contract/keyring.ts'
import { toast } from 'sonner'
import { ActionForm, useActionForm } from '../../connection/action-form.tsx'
import { useConnection } from '../../connection/use-connection.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PasswordField } from '../../ui/text-field.tsx'
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
  const form = useActionForm({
    schema: changeForm,
    initial: empty,
    errors: keyringErrors.changeMasterPassword,
    fieldOf: { INVALID_MASTER_PASSWORD: 'currentMasterPassword' },
    onSubmit: async ({ confirmation: _, ...body }, { reset }) => {
      const { recoveryKey, rekeyPending = 0 } = await api.call(changeMasterPassword, { body })
      vault.hold(body.newMasterPassword)
      reset(empty)
      toast.success('Master password changed successfully!')
      onChanged(recoveryKey ? { recoveryKey, pending: rekeyPending } : null)
    },
  })
  const forgotten = (
    <Button variant="link" onClick={onForgotten}>
      Forgotten?
    </Button>
  )
  return (
    <ActionForm
      form={form}
      submitText="Change master password"
      beside={forgotten}
      className="grid max-w-lg gap-4"
    >
      <div className="grid max-w-sm gap-4">
        <PasswordField
          {...form.field('currentMasterPassword')}
          label="Current master password"
          unfilled
          autoFocus
        />
        <PasswordField
          {...form.field('newMasterPassword')}
          label="New master password"
          hint="At least 8 characters."
          unfilled
        />
        <MasterPasswordStrength value={form.watch('newMasterPassword')} />
        <PasswordField {...form.field('confirmation')} label="Confirm new master password" unfilled />
        <Checkbox
          {...form.register('leaked')}
          label="My password leaked"
          hint="Choose this when somebody else may know the old one."
        />
      </div>
      {form.watch('leaked') && <LeakedExplained />}
    </ActionForm>
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
