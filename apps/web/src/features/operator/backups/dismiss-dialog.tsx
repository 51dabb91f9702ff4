import { dismissRevocations } from '@envhold/contract/operator/revocations.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { toast } from '../../../ui/toast.ts'
import { TypedConfirmDialog } from '../parts/typed-confirm-dialog.tsx'

/** Asks before the list of what a restore brought back is emptied. */
export function DismissDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const api = useApi()
  const queries = useQueryClient()
  const dismiss = async () => {
    const { message } = await api.call(dismissRevocations, {})
    void toast.success(message)
    await queries.invalidateQueries({ queryKey: ['operator'] })
  }
  return (
    <TypedConfirmDialog
      {...props}
      title="Dismiss the List"
      description="Everything stays as the backup has it: keys, tokens and people who lost access keep it. The audit log records this."
      confirmText="Dismiss"
      tone="danger"
      typedWord="dismiss"
      errors={{ fallback: 'Failed to dismiss the list' }}
      onConfirm={dismiss}
    />
  )
}
