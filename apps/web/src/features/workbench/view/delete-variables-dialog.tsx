import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useRemoveVariables } from '../data/use-remove-variables.ts'
import { confirmedIn } from '../data/write-version.ts'
import { useActions, useWorkbench } from '../store/workbench-store.ts'

const maxShown = 8

/** Asks before variables of the table are deleted. */
export function DeleteVariablesDialog({ keys }: { keys: readonly string[] }) {
  const { close, afterRemoval } = useActions()
  const environment = useWorkbench((state) => state.environment)
  const remove = useRemoveVariables(environment, confirmedIn(environment))
  const { name, protected: isProtected } = environment
  const note = isProtected ? ` ${name} is protected.` : ''
  const one = keys.length === 1
  const named = (key: string) => <span className="font-mono text-small break-all text-ink">{key}</span>
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      {...(isProtected && { icon: 'shield' as const })}
      title={one ? 'Delete variable' : `Delete ${keys.length} variables`}
      description={
        one ? (
          <p>
            {named(keys[0] ?? '')} is deleted from {name}. Earlier versions in the history still hold it.
            {note}
          </p>
        ) : (
          <div className="grid gap-2">
            <p>
              They are deleted from {name}. Earlier versions in the history still hold them.{note}
            </p>
            <ul className="grid gap-0.5">
              {keys.slice(0, maxShown).map((key) => (
                <li key={key}>{named(key)}</li>
              ))}
              {keys.length > maxShown && <li>and {keys.length - maxShown} more</li>}
            </ul>
          </div>
        )
      }
      confirmText={one ? `Delete from ${name}` : `Delete ${keys.length} from ${name}`}
      onConfirm={() => {
        void remove(keys)
        afterRemoval()
      }}
    />
  )
}
