import type { Environment } from '@envhold/contract/environments/environments.ts'
import { type ReactNode, useState } from 'react'
import { toast } from 'sonner'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { countsOf } from '../data/describe-changes.ts'
import { StaleError, useVariableWrites } from '../data/use-variable-writes.ts'
import { variableErrors } from '../data/variable-errors.ts'
import { confirmedIn } from '../data/write-version.ts'

interface Props {
  environment: Environment
  version: number
  onClose: () => void
}

export function RestoreDialog({ environment, version, onClose }: Props) {
  const { restore } = useVariableWrites(environment)
  return (
    <RestoreConfirm
      environment={environment}
      title={`Restore version ${version}`}
      what="version"
      restore={async () => {
        const counts = countsOf(await restore(version, confirmedIn(environment)))
        toast.success(`Version ${version} restored: ${counts}`)
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
  title: string
  what: 'version' | 'value'
  /** What happens. */
  children: ReactNode
  restore: () => Promise<void>
  onClose: () => void
}

/** Asks before something of the history is restored, and again if the environment was changed in the meantime. */
export function RestoreConfirm({
  environment,
  title,
  what,
  children,
  restore,
  onClose,
}: RestoreConfirmProps) {
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
      title={title}
      description={
        <div className="grid gap-3">
          <p>{children}</p>
          {stale && (
            <Banner tone="warn">
              {stale} Restore again if you still want this {what}.
            </Banner>
          )}
        </div>
      }
      confirmText={`Restore in ${environment.name}`}
      onConfirm={confirm}
    />
  )
}
