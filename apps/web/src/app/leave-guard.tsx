import { useBlocker } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { useConnection } from '../connection/use-connection.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** Where people are sent, and do not go by themselves. */
const sentTo = ['/login', '/suspended']

/** Asks before a link, the browser's back or closing the page takes away what was typed and not saved. */
export function LeaveGuard() {
  const { unsaved, session } = useConnection()
  const asking = useSyncExternalStore(unsaved.subscribe, unsaved.isAsking)
  useBlocker({
    shouldBlockFn: async ({ next }) => {
      if (session.read() === null || sentTo.includes(next.pathname)) return false
      return !(await unsaved.mayLeave())
    },
    enableBeforeUnload: unsaved.any,
  })
  return (
    <ConfirmDialog
      open={asking}
      onOpenChange={(open) => !open && unsaved.answer(false)}
      tone="warning"
      title="Discard what is not saved?"
      description="What you changed here was not saved yet. Leaving takes it away."
      confirmText="Discard changes"
      cancelText="Keep editing"
      onConfirm={() => unsaved.answer(true)}
    />
  )
}
