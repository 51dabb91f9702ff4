import { useBlocker } from '@tanstack/react-router'
import { useConnection } from '../../connection/use-connection.ts'
import { useStore } from '../../ui/create-store.ts'
import { deferred } from '../../ui/deferred.tsx'

const ConfirmDialog = deferred(
  async () => (await import('../../ui/dialogs/confirm-dialog.tsx')).ConfirmDialog,
)

/** Redirects, which must not be blocked. */
const forcedPaths = ['/login', '/suspended']

const questions = {
  typed: {
    title: 'Discard unsaved changes?',
    description: 'If you leave this page, your unsaved changes are lost.',
    confirmText: 'Discard changes',
    cancelText: 'Keep editing',
  },
  shown: {
    title: 'Have you saved it?',
    description: 'This is shown only once. After you leave, nobody can show it again.',
    confirmText: 'I have saved it',
    cancelText: 'Go back',
  },
} as const

/** Asks before navigating or closing the page loses unsaved input or a secret that is shown once. */
export function LeaveGuard() {
  const { unsaved, session } = useConnection()
  const asking = useStore(unsaved.isAsking)
  useBlocker({
    shouldBlockFn: async ({ next }) => {
      if (session.read() === null || forcedPaths.includes(next.pathname)) return false
      return !(await unsaved.mayLeave())
    },
    enableBeforeUnload: unsaved.any,
  })
  return (
    asking && (
      <ConfirmDialog
        open
        onOpenChange={(open) => !open && unsaved.answer(false)}
        tone="warning"
        {...questions[unsaved.anyShown() ? 'shown' : 'typed']}
        onConfirm={() => unsaved.answer(true)}
      />
    )
  )
}
