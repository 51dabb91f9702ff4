import type { ApiKey } from '@envhold/contract/api-keys.ts'
import { deleteApiKey } from '@envhold/contract/api-keys.ts'
import type { Project } from '@envhold/contract/projects.ts'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { CallDialog } from '../../connection/call-dialog.tsx'
import { useApi } from '../../connection/use-api.ts'
import { apiKeyErrors } from './api-key-errors.ts'
import { apiKeysQuery } from './api-key-queries.ts'

interface Props {
  apiKey: ApiKey
  project: Project
  onClose: () => void
}

export function DeleteApiKeyDialog({ apiKey, project, onClose }: Props) {
  const api = useApi()
  const queries = useQueryClient()
  const confirm = async () => {
    await api.call(deleteApiKey, { params: { id: project.id, keyId: apiKey.id } })
    toast.success('API key deleted successfully')
    await queries.invalidateQueries(apiKeysQuery(api, project.id))
  }
  return (
    <CallDialog
      title="Delete API key"
      description={
        <div className="grid gap-2">
          <p>
            <span className="font-medium break-words text-ink">{apiKey.key_name}</span>{' '}
            <code className="font-mono text-small">{apiKey.api_key_preview}</code>
          </p>
          <ul className="grid list-disc gap-0.5 pl-5">
            <li>Access is revoked immediately.</li>
            <li>Its usage statistics are deleted.</li>
            <li>This action is permanent and cannot be undone.</li>
          </ul>
        </div>
      }
      confirmText="Delete API key"
      errors={apiKeyErrors.deleteApiKey}
      onClose={onClose}
      onConfirm={confirm}
    />
  )
}
