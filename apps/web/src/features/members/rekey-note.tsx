import { tellError } from '../../connection/tell-error.ts'
import { useConnection, useVaultOpen } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'

/** Says when environments that somebody can no longer read get new keys: now, or once a vault is open again. */
export function RekeyNote({ what }: { what: string }) {
  const { prompt } = useConnection()
  const open = useVaultOpen()
  if (open) return <p>Your vault is open, so {what} new keys at once.</p>
  return (
    <p>
      Your vault is locked, so {what} new keys at the next unlocked change.{' '}
      <Button variant="link" onClick={() => void prompt.ask().catch(tellError)}>
        Unlock to do it now
      </Button>
    </p>
  )
}
