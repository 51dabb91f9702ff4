import { notifyError } from '../../connection/api/notify-error.ts'
import { useConnection, useVaultOpen } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'

interface Props {
  count: number
  /** Completes `the 2 environments …`. */
  which: string
}

/** States when revoked environments get new keys: now, or once a vault is unlocked. */
export function RekeyNote({ count, which }: Props) {
  const { unlockPrompt } = useConnection()
  const open = useVaultOpen()
  const get =
    count === 1
      ? `the environment ${which} gets a new key`
      : `the ${count} environments ${which} get new keys`
  if (open) return <p>Your vault is open: {get} at once.</p>
  return (
    <p>
      Your vault is locked: {get} at the next unlocked change.{' '}
      <Button variant="link" onClick={() => void unlockPrompt.ask().catch(notifyError)}>
        Unlock to do it now
      </Button>
    </p>
  )
}
