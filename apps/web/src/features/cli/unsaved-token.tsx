import { useBlocker } from '@tanstack/react-router'
import { useConnection } from '../../connection/use-connection.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

interface Props {
  /** Somebody asked for another token while this one shows. */
  replacing: boolean
  onStay: () => void
  onReplace: () => void
}

/** Stands by while a token shows that was not copied: it asks before the token goes, whatever takes it away. */
export function UnsavedToken({ replacing, onStay, onReplace }: Props) {
  const { session } = useConnection()
  const leaving = useBlocker({
    // Whoever signed out has nothing left to go back to.
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
