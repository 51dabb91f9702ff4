import type { Environment } from '@envhold/contract/environments.ts'
import { useState } from 'react'
import { toast } from 'sonner'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { confirmedIn } from '../confirmed-in.ts'
import { countsOf } from '../describe-changes.ts'
import { StaleError, useVariableWrites } from '../use-variable-writes.ts'
import { variableErrors } from '../variable-errors.ts'

interface Props {
  environment: Environment
  version: number
  onClose: () => void
}

export function RestoreDialog({ environment, version, onClose }: Props) {
  const [stale, setStale] = useState<string>()
  const { restore } = useVariableWrites(environment)
  const confirm = async () => {
    try {
      toast.success(
        `Version ${version} restored: ${countsOf(await restore(version, confirmedIn(environment)))}`,
      )
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
      title={`Restore version ${version}`}
      description={
        <div className="grid gap-3">
          <p>
            A new version of {environment.name} is created with exactly the variables of version {version}.
            {environment.protected && `${environment.name} is protected. `}The history is kept, so you can
            restore the current version the same way.
          </p>
          {stale && <Banner tone="warn">{stale} Restore again if you still want this version.</Banner>}
        </div>
      }
      confirmText={`Restore in ${environment.name}`}
      onConfirm={confirm}
    />
  )
}
