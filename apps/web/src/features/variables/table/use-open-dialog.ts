import { useEffect, useState } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import type { OpenDialog } from './variable-dialogs.tsx'

/**
 * The dialog that is open above the table. What was typed in it survives a prompt for the password and the session's
 * end in sight, and a locked vault out of it; what was only looked at goes.
 */
export function useOpenDialog(isVaultOpen: boolean) {
  const { unlockPrompt, sessionExpired, unsaved } = useConnection()
  const [opened, setOpened] = useState<OpenDialog>()
  /** Out of sight until the vault is open again. */
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    const isLockedOut = !isVaultOpen && unlockPrompt.read() === null && !sessionExpired.read()
    setHidden(isLockedOut)
    if (isLockedOut && !unsaved.any()) setOpened(undefined)
  }, [isVaultOpen, unlockPrompt, sessionExpired, unsaved])
  return { opened, setOpened, isHidden }
}
