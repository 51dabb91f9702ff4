import { useBlocker, useRouter } from '@tanstack/react-router'
import { useUnsavedStore } from '../../connection/unsaved/use-unsaved.ts'
import { useStore } from '../../ui/create-store.ts'
import { deferred } from '../../ui/deferred.tsx'

const ConfirmDialog = deferred(
  async () => (await import('../../ui/dialogs/confirm-dialog.tsx')).ConfirmDialog,
)

const questions = {
  typed: {
    title: 'Discard unsaved changes?',
    description: 'What you entered was not saved and will be lost.',
    confirmText: 'Discard changes',
    cancelText: 'Keep editing',
  },
  sent: {
    title: 'Still saving',
    description:
      'Your changes are being saved, and leaving does not stop that. You would not see if it fails.',
    confirmText: 'Leave anyway',
    cancelText: 'Wait',
  },
  shown: {
    title: 'Have you saved it?',
    description: 'This is shown only once. After you leave, nobody can show it again.',
    confirmText: 'I have saved it',
    cancelText: 'Go back',
  },
} as const

interface Props {
  /** Whether a path is where the app redirects to, which must not be blocked. */
  isForced?: (path: string) => boolean
}

/** Asks before navigating or closing the page loses unsaved input or a secret that is shown once. */
export function LeaveGuard({ isForced = () => false }: Props) {
  const unsaved = useUnsavedStore()
  const question = useStore(unsaved.question)
  const { history } = useRouter()
  useBlocker({
    shouldBlockFn: async ({ next, action }) => {
      if (isForced(next.pathname) || !unsaved.any()) return false
      if (action === 'PUSH' || action === 'REPLACE') return !(await unsaved.mayLeave())
      // The browser has moved already. It moves back before the question, so that moving again changes nothing.
      if (unsaved.isAsking.read()) return true
      const delta = window.history.state.__TSR_index - history.location.state.__TSR_index
      void unsaved.mayLeave().then((leave) => leave && history.go(delta, { ignoreBlocker: true }))
      return true
    },
    enableBeforeUnload: unsaved.any,
  })
  return (
    question && (
      <ConfirmDialog
        open
        onOpenChange={(open) => !open && unsaved.answer(false)}
        tone="warning"
        {...questions[question]}
        onConfirm={() => unsaved.answer(true)}
      />
    )
  )
}
