import {
  deactivateApiKey,
  type ListedApiKey,
  listEveryApiKey,
  readApiKeyDetail,
  readApiKeyStatistics,
} from '@envhold/contract/operator/api-keys.ts'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { errorText } from '../../../connection/api/error-text.ts'
import { refetchReads } from '../../../connection/api/read-query.ts'
import { isPromptCanceled } from '../../../connection/prompt-cancelled.ts'
import { useApi } from '../../../connection/use-api.ts'
import { TypedConfirmDialog } from '../parts/typed-confirm-dialog.tsx'

interface Props {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly apiKey: ListedApiKey
}

export function DeactivateKeyDialog({ open, onOpenChange, apiKey }: Props) {
  const api = useApi()
  const queries = useQueryClient()
  const deactivate = async (reason: string) => {
    try {
      await api.call(deactivateApiKey, { params: { id: apiKey.id }, body: { reason } })
    } catch (error) {
      if (!isPromptCanceled(error)) toast.error(`Failed to deactivate API key: ${errorText(error)}`)
      throw error
    }
    toast.success('API key deactivated successfully')
    await refetchReads(queries, listEveryApiKey, readApiKeyStatistics, readApiKeyDetail)
  }
  return (
    <TypedConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Deactivate API Key"
      description={
        <>
          All API access with <strong className="break-words">{apiKey.key_name}</strong> of{' '}
          <strong className="break-words">{apiKey.projects.name}</strong> stops immediately. Nobody can
          activate the key again; its owner can create another one.
        </>
      }
      reason={{
        label: 'Reason for deactivation',
        hint: 'Please provide a reason for deactivation. The owner of the project and the creator of the key read it.',
      }}
      confirmText="Deactivate Key"
      busyText="Deactivating..."
      onConfirm={deactivate}
    />
  )
}
