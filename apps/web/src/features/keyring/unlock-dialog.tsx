import { setUpMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionForm, useActionForm } from '../../connection/action-form.tsx'
import { errorText } from '../../connection/api/error-text.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { useStore } from '../../ui/create-store.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { ErrorState } from '../../ui/feedback/states.tsx'
import { keyringErrors } from './keyring-errors.ts'
import { masterPasswordStatusQuery } from './master-password-status.ts'
import { FirstMasterPassword, isAlreadySet, markAsSet, setUpVault } from './new-master-password.tsx'
import { RecoverySheet } from './recovery-sheet.tsx'
import { RecoverForm, UnlockForm } from './unlock-forms.tsx'

const descriptions = {
  setUp:
    'Set a master password. It encrypts your values and is required before any value is read or written.',
  unlock:
    'Enter your master password to continue. It stays in the memory of this browser’s tabs until you lock, sign out, or close or reload the last one.',
  recover: 'Set a new master password with the recovery key from your sheet.',
  sheet: 'Your recovery key opens the vault when the master password is forgotten.',
} as const

/** Sets a first master password, takes the one there is, or recovers it. */
export function UnlockDialog() {
  const { api, unlockPrompt, lockReason } = useConnection()
  const reason = useStore(lockReason)
  const status = useQuery(masterPasswordStatusQuery(api))
  const [recovering, setRecovering] = useState(unlockPrompt.read() === 'recovery')
  const [sheet, setSheet] = useState<string | null>(null)
  const has = status.data?.hasMasterPassword
  const step = sheet ? 'sheet' : recovering ? 'recover' : has === false ? 'setUp' : 'unlock'
  const opened = () => unlockPrompt.settle('opened')
  return (
    <Dialog
      onClose={() => unlockPrompt.settle('closed')}
      firm={step === 'sheet'}
      size={step === 'sheet' ? 'md' : 'sm'}
      title={step === 'sheet' ? 'Keep your recovery key' : 'Master Password Required'}
      description={(step === 'unlock' && reason) || descriptions[step]}
    >
      {sheet ? (
        <RecoverySheet recoveryKey={sheet} onConfirmed={opened} />
      ) : status.isPending ? (
        <Skeleton className="h-24 w-full" />
      ) : status.isError ? (
        <ErrorState title={errorText(status.error)} onRetry={status.refetch} busy={status.isFetching} />
      ) : recovering ? (
        <RecoverForm onSheet={setSheet} onBack={() => setRecovering(false)} />
      ) : has ? (
        <UnlockForm
          onOpened={opened}
          onCancel={() => unlockPrompt.settle('closed')}
          onForgotten={() => setRecovering(true)}
        />
      ) : (
        <SetUpForm onSheet={setSheet} onCancel={() => unlockPrompt.settle('closed')} />
      )}
    </Dialog>
  )
}

function SetUpForm({ onSheet, onCancel }: { onSheet: (recoveryKey: string) => void; onCancel: () => void }) {
  const connection = useConnection()
  const form = useActionForm({
    schema: setUpMasterPassword.body,
    initial: { masterPassword: '', confirmSamePassword: undefined },
    errors: keyringErrors.setMasterPassword,
    at: 'masterPassword',
    onSubmit: async (body) => {
      try {
        onSheet(await setUpVault(connection, body))
        markAsSet(connection)
      } catch (error) {
        if (isAlreadySet(error))
          await connection.queries.invalidateQueries(masterPasswordStatusQuery(connection.api))
        throw error
      }
    },
  })
  return (
    <ActionForm form={form} submitText="Set master password" onCancel={onCancel}>
      <FirstMasterPassword
        form={form}
        field={form.register('masterPassword')}
        value={form.watch('masterPassword')}
        error={form.formState.errors.masterPassword?.message}
        autoFocus
      />
    </ActionForm>
  )
}
