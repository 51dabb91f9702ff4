import { changeMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { useState } from 'react'
import { ActionForm, useActionForm } from '../../connection/action-form.tsx'
import { useConnection } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { PasswordField } from '../../ui/forms/text-field.tsx'
import { refetchSecurity } from '../accounts/security/security-queries.ts'
import { keyringErrors } from './keyring-errors.ts'
import { changeForm, holdNew, NewMasterPasswordFields } from './new-master-password.tsx'
import { RecoverySheet } from './recovery-sheet.tsx'
import { RecoverForm } from './unlock-forms.tsx'

interface Props {
  /** Environments have to be re-keyed. */
  onRekeying: (pending: number) => void
  onDone: () => void
}

/** The form in its place on the account page; the recovery key opens in a dialog, because it is shown once. */
export function ChangeMasterPassword({ onRekeying, onDone }: Props) {
  const { queries } = useConnection()
  const [recovering, setRecovering] = useState(false)
  const [sheet, setSheet] = useState<string | null>(null)
  const refresh = () => void refetchSecurity(queries)
  const changed = (made: { recoveryKey: string; pending: number } | null) => {
    refresh()
    if (!made) return onDone()
    setSheet(made.recoveryKey)
    if (made.pending > 0) onRekeying(made.pending)
  }
  const finish = () => {
    setSheet(null)
    setRecovering(false)
    refresh()
    onDone()
  }
  return (
    <>
      <section className="grid gap-4" aria-labelledby="change-master-password">
        <h4 id="change-master-password" className="font-medium">
          Change Master Password
        </h4>
        <p className="text-small text-ink-2">
          Nobody can reset it. If you forget it, use the recovery key to set a new one.
        </p>
        <ChangeForm onChanged={changed} onForgotten={() => setRecovering(true)} />
      </section>
      <Dialog
        open={recovering || sheet !== null}
        onOpenChange={setRecovering}
        firm={sheet !== null}
        title={sheet ? 'Keep your recovery key' : 'Recover your vault'}
        description={
          sheet
            ? 'It replaces the one you had. Only this one works from now on.'
            : 'Set a new master password with the recovery key from your sheet.'
        }
      >
        {sheet ? (
          <RecoverySheet recoveryKey={sheet} onConfirmed={finish} />
        ) : (
          <RecoverForm onSheet={setSheet} onBack={() => setRecovering(false)} />
        )}
      </Dialog>
    </>
  )
}

const empty = {
  currentMasterPassword: '',
  newMasterPassword: '',
  confirmation: '',
  leaked: false,
  confirmSamePassword: undefined,
}

interface ChangeFormProps {
  /** A new key pair comes with a new recovery key and environments to re-key. */
  onChanged: (made: { recoveryKey: string; pending: number } | null) => void
  onForgotten: () => void
}

function ChangeForm({ onChanged, onForgotten }: ChangeFormProps) {
  const connection = useConnection()
  const form = useActionForm({
    schema: changeForm,
    initial: empty,
    errors: keyringErrors.changeMasterPassword,
    fieldOf: { INVALID_MASTER_PASSWORD: 'currentMasterPassword' },
    onSubmit: async ({ confirmation: _, ...body }, { reset }) => {
      const { recoveryKey, rekeyPending = 0 } = await holdNew(connection, body.newMasterPassword, () =>
        connection.api.call(changeMasterPassword, { body }),
      )
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
        <NewMasterPasswordFields form={form} />
        <Checkbox
          {...form.register('leaked')}
          label="My password leaked"
          hint="Select this if someone else may know your current password."
        />
      </div>
      {form.watch('leaked') && <LeakedExplained />}
    </ActionForm>
  )
}

const LeakedExplained = () => (
  <Banner tone="warn" title="What this does">
    <ul className="grid list-disc gap-1 pl-4 marker:text-ink-3">
      <li>
        Someone with the old password and an old copy of the server’s data could still decrypt that copy. To
        protect new data, you and every environment you can open get new keys.
      </li>
      <li>You get a new recovery key. The old one stops working.</li>
      <li>Rotate values that may have been read, at the service that issued them.</li>
    </ul>
  </Banner>
)
