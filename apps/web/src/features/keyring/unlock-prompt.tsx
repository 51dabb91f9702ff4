import { useConnection } from '../../connection/use-connection.ts'
import { useStore } from '../../ui/create-store.ts'
import { deferred } from '../../ui/deferred.tsx'

const UnlockDialog = deferred(async () => (await import('./unlock-dialog.tsx')).UnlockDialog)

/** The prompt before every action that needs the vault; the action waits until the prompt closes. */
export function UnlockPrompt() {
  const { unlockPrompt } = useConnection()
  const open = useStore(unlockPrompt) !== null
  return open ? <UnlockDialog /> : null
}
