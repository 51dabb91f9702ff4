import { useEffect } from 'react'
import { createStore } from '../create-store.ts'

/** How many dialogs and drawers are open. */
export const openDialogs = createStore(0)

export function useOpenDialog(open: boolean): void {
  useEffect(() => {
    if (!open) return
    openDialogs.set(openDialogs.read() + 1)
    return () => openDialogs.set(openDialogs.read() - 1)
  }, [open])
}
