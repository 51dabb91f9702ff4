import { useState } from 'react'
import { toast } from 'sonner'
import { tellError } from '../../connection/tell-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { StaleError } from './use-variable-writes.ts'

interface Props {
  name: string
  environment: string
  onDelete: () => Promise<unknown>
  onClose: () => void
}

export function DeleteVariableDialog({ name, environment, onDelete, onClose }: Props) {
  const [stale, setStale] = useState<string>()
  const confirm = async () => {
    try {
      await onDelete()
      toast.success('Variable deleted')
    } catch (error) {
      if (error instanceof StaleError) setStale(error.message)
      else tellError(error, 'deleteVariable')
      throw error
    }
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete variable"
      description={
        <div className="grid gap-3">
          <p>
            <span className="font-mono text-small break-all text-ink">{name}</span> goes from {environment}.
            Earlier versions in the history still hold it.
          </p>
          {stale && <Banner tone="warn">{stale} Delete again if it still should go.</Banner>}
        </div>
      }
      confirmText="Delete variable"
      onConfirm={confirm}
    />
  )
}
