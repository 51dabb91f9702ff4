import { useState } from 'react'
import { useConnection } from '../../connection/use-connection.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { securityQuery } from '../accounts/security/security-queries.ts'
import { ChangeForm } from './change-form.tsx'
import { RecoverForm } from './recover-form.tsx'
import { RecoverySheet } from './recovery-sheet.tsx'

interface Props {
  /** Environments have to be re-keyed. */
  onRekeying: (pending: number) => void
  onDone: () => void
}

/** The form in its place on the account page; the recovery key opens in a dialog, because it is shown once. */
export function ChangeMasterPassword({ onRekeying, onDone }: Props) {
  const { api, queries } = useConnection()
  const [recovering, setRecovering] = useState(false)
  const [sheet, setSheet] = useState<string | null>(null)
  const refresh = () => void queries.invalidateQueries(securityQuery(api))
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
