import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { StaleError } from '../data/use-variable-writes.ts'
import { variableErrors } from '../data/variable-errors.ts'

interface Props {
  environment: Environment
  title: string
  what: 'version' | 'value'
  /** What happens. */
  children: ReactNode
  restore: () => Promise<void>
  onClose: () => void
}

/** Asks before something of the history is restored, and again if the environment was changed in the meantime. */
export function RestoreConfirm({ environment, title, what, children, restore, onClose }: Props) {
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
