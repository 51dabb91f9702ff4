import { useEffect, useState } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import type { OpenDialog } from './variable-dialogs.tsx'

/**
 * The open dialog above the table. Its input stays visible during a password prompt and after the session's end, and
 * is kept but hidden while the vault is locked. A dialog without input closes.
 */
export function useOpenDialog(isVaultOpen: boolean) {
  const { unlockPrompt, sessionExpired, unsaved } = useConnection()
  const [opened, setOpened] = useState<OpenDialog>()
  /** Hidden until the vault is open again. */
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    const isLockedOut = !isVaultOpen && unlockPrompt.read() === null && !sessionExpired.read()
    setHidden(isLockedOut)
    if (isLockedOut && !unsaved.any()) setOpened(undefined)
  }, [isVaultOpen, unlockPrompt, sessionExpired, unsaved])
  return { opened, setOpened, isHidden }
}
