import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Variable } from '@envhold/formats/variables.ts'
import { type ReactNode, useState } from 'react'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { countsOf } from '../data/describe-changes.ts'
import { variableErrors } from '../data/variable-errors.ts'
import { StaleError, useVariableWrites } from '../data/variable-writes.ts'
import { notifyWritten, restoreFormer, undoWrite } from '../data/write-version.ts'
import { oldVariableQuery } from './key-history-queries.ts'

/** Undoes a restoration, unless what it restored was changed again. */
async function undoRestoration(
  what: string,
  undo: () => Promise<boolean>,
  done = `Restored ${what}`,
): Promise<void> {
  try {
    if (await undo()) toast.success(done)
    else toast.info(`Changed again in the meantime, and left as it is: ${what}`)
  } catch (error) {
    notifyError(error, variableErrors.restoreVersion)
  }
}

interface Props {
  environment: Environment
  version: number
  onClose: () => void
}

export function RestoreDialog({ environment, version, onClose }: Props) {
  const connection = useConnection()
  const { restore } = useVariableWrites(environment)()
  return (
    <RestoreConfirm
      environment={environment}
      what={{ title: `Restore version ${version}`, noun: 'version' }}
      restore={async () => {
        const { environment: after, ...changes } = await restore(version)
        const { added, changed, removed } = changes
        // Then the server makes no version, and the one before is another write's.
        if (added.length + changed.length + removed.length === 0)
          return toast.info(`${after.name} has the variables of version ${version} already`)
        toast.success(`Version ${version} restored: ${countsOf(changes)}`, {
          undo: () => undoRestoration(after.name, () => restoreFormer(connection, after, after.version - 1)),
        })
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

export function RestoreValueDialog(props: RestoreValueDialogProps) {
  const { environment, name, version, present, onClose } = props
  const connection = useConnection()
  const { put } = useVariableWrites(environment)()
  const restore = async () => {
    const query = oldVariableQuery(connection, environment.id, version.number, version.key)
    const old = await connection.withUnlockedVault(() => connection.queries.fetchQuery(query))
    if (!old) throw new Error(`Version ${version.number} lacks the variable`)
    // The note and the date of a variable that is still there stay as they are.
    const variable = present ? { value: old.value } : old
    const { environment: after, added, changed } = await put(name, variable)
    if (added.length + changed.length === 0) return toast.info(`${name} has this value already`)
    const written = new Map([[name, { ...present, ...variable }]])
    const before = new Map(present ? [[name, present]] : [])
    const undo = async () =>
      (await undoWrite(connection, { after, keys: [name], before, written })).length > 0
    onClose(true)
    notifyWritten(connection, `${name} restored from version ${version.number}`, () =>
      undoRestoration(name, undo, present ? undefined : `Deleted ${name} again`),
    )
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
