import { type ApiKey, deleteApiKey, listApiKeys, updateApiKey } from '@envhold/contract/api-keys.ts'
import type { InputOf } from '@envhold/contract/endpoint.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ActionForm, useActionForm } from '../../connection/action-form.tsx'
import { undoOf } from '../../connection/undo-edit.ts'
import { useUnsaved } from '../../connection/unsaved/use-unsaved.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { useBlocked } from '../../ui/feedback/blocked.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { RevokeDialog } from '../environments/exposure/revoke-dialog.tsx'
import { ApiKeyFields } from './api-key-fields.tsx'
import { ApiKeyOutcome } from './api-key-outcome.tsx'
import { apiKeyErrors, apiKeysQuery, callsQuery } from './api-key-queries.ts'
import { apiKeyForm, changesOf, fieldsOf, valuesOf } from './api-key-values.ts'

interface Props {
  apiKey: ApiKey
  project: Project
  environments: readonly Environment[]
  onClose: () => void
}

type Changes = InputOf<typeof updateApiKey>['body'] & object

export function EditApiKeyDialog({ apiKey, project, environments, onClose }: Props) {
  const reason = useBlocked()
  const { api, withUnlockedVault } = useConnection()
  const queries = useQueryClient()
  const { data: totals } = useQuery(callsQuery(api, project.id))
  const send = (body: Changes) => {
    const update = () => api.call(updateApiKey, { params: { id: project.id, keyId: apiKey.id }, body })
    // Only a change of the environments needs the vault.
    return 'environment_access' in body ? withUnlockedVault(update) : update()
  }
  const refetch = () => queries.invalidateQueries(apiKeysQuery(api, project.id))
  const undo = (after: ApiKey, sent: Changes) =>
    undoOf({
      what: apiKey.key_name,
      sent,
      before: fieldsOf(apiKey),
      after: fieldsOf(after),
      read: async () => {
        const { api_keys } = await api.call(listApiKeys, { params: { id: project.id } })
        return api_keys.filter(({ id }) => id === apiKey.id).map(fieldsOf)[0]
      },
      write: (body) => send(body).then(refetch),
      errors: apiKeyErrors.updateApiKey,
    })
  const form = useActionForm({
    schema: apiKeyForm,
    mode: 'onChange',
    initial: valuesOf(apiKey),
    names: ['name', 'environment_access', 'allowed_ips', 'expires_at'],
    errors: apiKeyErrors.updateApiKey,
    onSubmit: async (values) => {
      const changes = changesOf(apiKey, values)
      const { api_key } = await send(changes)
      toast.success('API key updated successfully', undo(api_key, changes))
      onClose()
      await refetch()
    },
  })
  const close = useUnsaved(form)

  return (
    <Dialog onClose={() => close(onClose)} title="Edit API Key" size="split">
      <ActionForm
        form={form}
        submitText="Save API key"
        onCancel={() => close(onClose)}
        className="flex flex-col gap-3"
      >
        {reason && (
          <Banner title={reason}>
            You can turn the key off, or reduce its permissions, environments, addresses and expiry.
          </Banner>
        )}
        <ApiKeyFields form={form} environments={environments}>
          {apiKey.deactivated_at === null && (
            <Checkbox
              label="Active"
              hint="An inactive key is rejected until you activate it again."
              {...form.register('is_active')}
            />
          )}
        </ApiKeyFields>
        <ApiKeyOutcome
          projectId={project.id}
          environments={environments}
          values={form.watch()}
          plan={totals?.plan}
        >
          <p className="text-small text-ink-3">Changes apply from the next call.</p>
        </ApiKeyOutcome>
      </ActionForm>
    </Dialog>
  )
}

interface DeleteApiKeyDialogProps {
  apiKey: ApiKey
  project: Project
  onClose: () => void
}

export function DeleteApiKeyDialog({ apiKey, project, onClose }: DeleteApiKeyDialogProps) {
  const { api } = useConnection()
  const queries = useQueryClient()
  const confirm = async () => {
    await api.call(deleteApiKey, { params: { id: project.id, keyId: apiKey.id } })
    toast.success('API key deleted successfully')
    await queries.invalidateQueries(apiKeysQuery(api, project.id))
  }
  return (
    <RevokeDialog
      subject={{ api_key: apiKey.id, project: project.id }}
      reader={apiKey.key_name}
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
            <li>
              Its logged calls are deleted, too. If the key leaked, switch it off and look at them first.
            </li>
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
