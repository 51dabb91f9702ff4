import { Lock, LockOpen } from 'lucide-react'
import { isGateClosed } from '../connection/prompt-store.ts'
import { useConnection, useVaultOpen } from '../connection/use-connection.ts'
import { IconButton } from '../ui/icon-button.tsx'

/** Shows whether the vault is open on this page, and opens or locks it. */
export function VaultSwitch() {
  const { lockVault, prompt } = useConnection()
  const open = useVaultOpen()
  const unlock = () =>
    prompt.ask().catch((error: unknown) => {
      if (!isGateClosed(error)) throw error
    })
  return open ? (
    <IconButton label="Lock vault" onClick={lockVault}>
      <LockOpen className="text-accent" />
    </IconButton>
  ) : (
    <IconButton label="Unlock vault" onClick={() => void unlock()}>
      <Lock />
    </IconButton>
  )
}
