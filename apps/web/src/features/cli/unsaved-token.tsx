import { useBlocker } from '@tanstack/react-router'
import { useConnection } from '../../connection/use-connection.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

interface Props {
  /** Another token was requested while this one is shown. */
  replacing: boolean
  onStay: () => void
  onReplace: () => void
}

/** Asks for confirmation before a token that was not copied disappears. */
export function UnsavedToken({ replacing, onStay, onReplace }: Props) {
  const { session } = useConnection()
  const leaving = useBlocker({
    // After signing out there is nothing to return to.
    shouldBlockFn: () => session.read() !== null,
    withResolver: true,
  })
  const blocked = leaving.status === 'blocked'
  return (
    <ConfirmDialog
      open={replacing || blocked}
      onOpenChange={(open) => {
        if (open) return
        if (blocked) leaving.reset()
        onStay()
      }}
      tone="warning"
      title="Have you saved the token?"
      description="It is shown only once. After that, nobody can show it again, and you would have to generate a new one."
      confirmText="I have saved it"
      cancelText="Go back"
      onConfirm={() => (blocked ? leaving.proceed() : onReplace())}
    />
  )
}
