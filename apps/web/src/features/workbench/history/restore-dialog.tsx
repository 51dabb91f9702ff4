import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Variable } from '@envhold/formats/variables.ts'
import { type ReactNode, useState } from 'react'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { countsOf } from '../data/describe-changes.ts'

import { StaleError, useVariableWrites } from '../data/use-variable-writes.ts'
import { variableErrors } from '../data/variable-errors.ts'
import { confirmedIn, restoreFormer, type UndoableWrite, undoWrite } from '../data/write-version.ts'
import { oldVariableQuery } from './key-history-queries.ts'

interface Props {
  environment: Environment
  version: number
  onClose: () => void
}

export function RestoreDialog({ environment, version, onClose }: Props) {
  const connection = useConnection()
  const { restore } = useVariableWrites(environment)
  const undo = async (after: Environment) => {
    try {
      if (await restoreFormer(connection, after, after.version - 1)) toast.success(`Restored ${after.name}`)
      else toast.info(`Changed again in the meantime, and left as it is: ${after.name}`)
    } catch (error) {
      notifyError(error, variableErrors.restoreVersion)
    }
  }
  return (
    <RestoreConfirm
      environment={environment}
      what={{ title: `Restore version ${version}`, noun: 'version' }}
      restore={async () => {
        const { environment: after, ...changes } = await restore(version, confirmedIn(environment))
        toast.success(`Version ${version} restored: ${countsOf(changes)}`, { undo: () => undo(after) })
      }}
      onClose={onClose}
    >
      A new version of {environment.name} is created with exactly the variables of version {version}.{' '}
      {environment.protected && `${environment.name} is protected. `}The history is kept, so you can restore
      the current version the same way.
    </RestoreConfirm>
  )
}

interface RestoreConfirmProps {
  environment: Environment
  what: { readonly title: string; readonly noun: 'version' | 'value' }
  /** What happens. */
  children: ReactNode
  restore: () => Promise<void>
  onClose: () => void
}

/** Asks before something of the history is restored, and again if the environment was changed in the meantime. */
function RestoreConfirm({ environment, what, children, restore, onClose }: RestoreConfirmProps) {
  const [stale, setStale] = useState<string>()
  const confirm = async () => {
    try {
      await restore()
    } catch (error) {
      if (error instanceof StaleError) setStale(error.message)
      else notifyError(error, variableErrors.restoreVersion)
      throw error
    }
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      tone="warning"
      {...(environment.protected && { icon: 'shield' as const })}
      title={what.title}
      description={
        <div className="grid gap-3">
          <p>{children}</p>
          {stale && (
            <Banner tone="warn">
              {stale} Restore again if you still want this {what.noun}.
            </Banner>
          )}
        </div>
      }
      confirmText={`Restore in ${environment.name}`}
      onConfirm={confirm}
    />
  )
}

interface RestoreValueDialogProps {
  environment: Environment
  name: string
  /** The version to take the value from, and the key that the variable has there. */
  version: { readonly number: number; readonly key: string }
  /** The variable as it is now; undefined if it was removed. */
  present: Variable | undefined
  onClose: (isRestored: boolean) => void
}

export function RestoreValueDialog({
  environment,
  name,
  version,
  present,
  onClose,
}: RestoreValueDialogProps) {
  const connection = useConnection()
  const { put } = useVariableWrites(environment)

  const undo = async (done: UndoableWrite) => {
    try {
      const [back] = await undoWrite(connection, done)
      if (back === undefined) toast.info(`Changed again in the meantime, and left as it is: ${name}`)
      else toast.success(present ? `Restored ${name}` : `Deleted ${name} again`)
    } catch (error) {
      notifyError(error, variableErrors.restoreVersion)
    }
  }

  const restore = async () => {
    const old = await connection.queries.fetchQuery(
      oldVariableQuery(connection, environment.id, version.number, version.key),
    )
    if (!old) throw new Error(`Version ${version.number} lacks the variable`)
    // The note and the date of a variable that is still there stay as they are.
    const variable = present ? { value: old.value } : old
    const { environment: after, added, changed } = await put(name, variable, confirmedIn(environment))
    if (added.length + changed.length === 0) return toast.info(`${name} has this value already`)
    const written = new Map([[name, variable]])
    const before = new Map(present ? [[name, present]] : [])
    onClose(true)
    toast.success(`${name} restored from version ${version.number}`, {
      undo: () => undo({ after, keys: [name], before, written }),
    })
  }

  return (
    <RestoreConfirm
      environment={environment}
      what={{ title: 'Restore this value', noun: 'value' }}
      restore={restore}
      onClose={() => onClose(false)}
    >
      <span className="font-mono text-small break-all text-ink">{name}</span>{' '}
      {present ? `in ${environment.name} gets` : `is added to ${environment.name} again, with`} the value of
      version {version.number}. {environment.protected && `${environment.name} is protected. `}All other
      variables stay as they are, and the history keeps the current value.
    </RestoreConfirm>
  )
}
