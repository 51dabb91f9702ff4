import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../connection/api/error-text.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { isUnlockCancelled } from '../../connection/vault/unlock-prompt.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ChangeForm } from './change-form.tsx'
import { masterPasswordStatusQuery } from './master-password-status.ts'
import { RecoverForm } from './recover-form.tsx'
import { RecoverySheet } from './recovery-sheet.tsx'
import { RekeyProgress } from './rekey-progress.tsx'
import { useRekeying } from './use-rekeying.ts'

/** Setting, changing and recovering the master password, on the account page. */
export function MasterPasswordCard() {
  const { api } = useConnection()
  const status = useQuery(masterPasswordStatusQuery(api))
  const [recovering, setRecovering] = useState(false)
  const [sheet, setSheet] = useState<string | null>(null)
  const { rekeying, start, resume, dismiss } = useRekeying()
  const changed = (made: { recoveryKey: string; pending: number } | null) => {
    if (!made) return
    setSheet(made.recoveryKey)
    if (made.pending > 0) start(made.pending)
  }
  return (
    <Card id="master-password">
      <CardHeader
        title={status.data?.hasMasterPassword ? 'Change Master Password' : 'Master password'}
        description="Encrypts your values. It is not stored on the server and cannot be reset. If you forget it, use the recovery key to set a new one."
      />
      {status.isPending ? (
        <Skeleton className="h-40 w-full max-w-sm" />
      ) : status.isError ? (
        <ErrorState title={errorText(status.error)} onRetry={status.refetch} busy={status.isFetching} />
      ) : rekeying ? (
        <RekeyProgress rekeying={rekeying} onContinue={resume} onDone={dismiss} />
      ) : status.data.hasMasterPassword ? (
        <ChangeForm onChanged={changed} onForgotten={() => setRecovering(true)} />
      ) : (
        <SetUpFirst />
      )}
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
          <RecoverySheet
            recoveryKey={sheet}
            onConfirmed={() => {
              setSheet(null)
              setRecovering(false)
            }}
          />
        ) : (
          <RecoverForm onSheet={setSheet} onBack={() => setRecovering(false)} />
        )}
      </Dialog>
    </Card>
  )
}

function SetUpFirst() {
  const { unlockPrompt } = useConnection()
  const setUp = () =>
    unlockPrompt.ask().catch((error: unknown) => {
      if (!isUnlockCancelled(error)) throw error
    })
  return <Button onClick={() => void setUp()}>Set master password</Button>
}
