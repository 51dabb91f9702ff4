import { useSyncExternalStore } from 'react'
import { useConnection } from '../../connection/use-connection.ts'
import { deferred } from '../../ui/deferred.tsx'

const UnlockDialog = deferred(async () => (await import('./unlock-dialog.tsx')).UnlockDialog)

/** The prompt before every action that needs the vault; the action waits until the prompt settles. */
export function UnlockPrompt() {
  const { unlockPrompt } = useConnection()
  const open = useSyncExternalStore(unlockPrompt.subscribe, unlockPrompt.isOpen)
  return open ? <UnlockDialog /> : null
}
