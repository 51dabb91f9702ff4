import { createApiKey } from '@envhold/contract/api-keys.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { ActionForm, useActionForm } from '../../connection/action-form.tsx'
import { useUnsaved } from '../../connection/unsaved/use-unsaved.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { proposedAccess } from './access-fields.tsx'
import { ApiKeyFields } from './api-key-fields.tsx'
import { apiKeyErrors, apiKeysQuery } from './api-key-queries.ts'
import { bodyOf, inDays, newApiKey, newApiKeyForm } from './api-key-values.ts'
import { NewKey } from './integration-examples.tsx'

const proposedDays = 90

interface Props {
  project: Project
  environments: readonly Environment[]
  onClose: () => void
}

/** The form, then the full key, once; closing asks for confirmation. */
export function CreateApiKeyDialog({ project, environments, onClose }: Props) {
  const { api, withUnlockedVault } = useConnection()
  const queries = useQueryClient()
  const [made, setMade] = useState<string>()
  const [leaving, setLeaving] = useState(false)
  const form = useActionForm({
    schema: newApiKeyForm,
    mode: 'onChange',
    initial: {
      ...newApiKey,
      environment_access: environments.length > 0 ? proposedAccess(environments) : null,
      expires_at: inDays(proposedDays),
    },
    names: ['name', 'allowed_ips', 'expires_at'],
    errors: apiKeyErrors.createApiKey,
    onSubmit: async (values) => {
      const { is_active: _, ...body } = bodyOf(values)
      const { api_key } = await withUnlockedVault(() =>
        api.call(createApiKey, { params: { id: project.id }, body }),
      )
      setMade(api_key.api_key)
      toast.success('API key created successfully')
      await queries.invalidateQueries(apiKeysQuery(api, project.id))
    },
  })
  const close = useUnsaved(made === undefined && form.isDirty)
  const access = form.watch('environment_access')
  const readable = environments.find(({ id }) => access === null || access.includes(String(id)))

  // While the key is being created the dialog stays open, because the key is shown once.
  const leave = () => {
    if (made !== undefined) setLeaving(true)
    else if (!form.isBusy) close(onClose)
  }
  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !open && leave()}
        title={made ? 'Save your API key' : 'Create API Key'}
        description={
          made
            ? 'This is the only time the full key is shown. Copy it to where it will be used.'
            : `It reads variables of ${project.name} without your master password. You see it once, when it is created.`
        }
        size="lg"
      >
        {made ? (
          <NewKey
            apiKey={made}
            projectId={project.id}
            environment={readable?.name ?? 'production'}
            onDone={leave}
          />
        ) : (
          <ActionForm form={form} submitText="Create API key" onCancel={leave} className="grid gap-5">
            <ApiKeyFields form={form} environments={environments} />
          </ActionForm>
        )}
      </Dialog>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        tone="warning"
        title="Have you saved the key?"
        description="It is shown only once. After you close this, nobody can show it again, and you would have to create a new one."
        confirmText="I have saved it"
        cancelText="Go back"
        onConfirm={onClose}
      />
    </>
  )
}
