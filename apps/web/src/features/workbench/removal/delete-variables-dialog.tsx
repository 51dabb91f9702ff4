import type { Environment } from '@envhold/contract/environments/environments.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'

interface Props {
  keys: readonly string[]
  environment: Pick<Environment, 'name' | 'protected'>
  onDelete: () => void
  onClose: () => void
}

const shown = 8

export function DeleteVariablesDialog({ keys, environment: where, onDelete, onClose }: Props) {
  const { name: environment, protected: isProtected } = where
  const note = isProtected ? ` ${environment} is protected.` : ''
  const one = keys.length === 1
  const named = (key: string) => <span className="font-mono text-small break-all text-ink">{key}</span>
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      {...(isProtected && { icon: 'shield' as const })}
      title={one ? 'Delete variable' : `Delete ${keys.length} variables`}
      description={
        one ? (
          <p>
            {named(keys[0] ?? '')} is deleted from {environment}. Earlier versions in the history still hold
            it.{note}
          </p>
        ) : (
          <div className="grid gap-2">
            <p>
              They are deleted from {environment}. Earlier versions in the history still hold them.{note}
            </p>
            <ul className="grid gap-0.5">
              {keys.slice(0, shown).map((key) => (
                <li key={key}>{named(key)}</li>
              ))}
              {keys.length > shown && <li>and {keys.length - shown} more</li>}
            </ul>
          </div>
        )
      }
      confirmText={one ? `Delete from ${environment}` : `Delete ${keys.length} from ${environment}`}
      onConfirm={onDelete}
    />
  )
}
