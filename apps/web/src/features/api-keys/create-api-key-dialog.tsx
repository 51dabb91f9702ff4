import { createApiKey } from '@envhold/contract/api-keys.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { ActionForm, useActionForm } from '../../connection/action-form.tsx'
import { useUnsaved } from '../../connection/unsaved/use-unsaved.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ApiKeyFields } from './api-key-fields.tsx'
import { ApiKeyOutcome } from './api-key-outcome.tsx'
import { apiKeyErrors, apiKeysQuery, callsQuery } from './api-key-queries.ts'
import { bodyOf, inDays, newApiKey, newApiKeyForm } from './api-key-values.ts'
import { CreatedApiKey } from './created-api-key.tsx'
import { proposedAccess } from './environment-chips.tsx'

const proposedDays = 90

interface Props {
  project: Project
  environments: readonly Environment[]
  onClose: () => void
}

/** The form, then the full key, once. Closing asks while the key was not copied. */
export function CreateApiKeyDialog({ project, environments, onClose }: Props) {
  const { api, withUnlockedVault } = useConnection()
  const queries = useQueryClient()
  const { data: totals } = useQuery(callsQuery(api, project.id))
  const [made, setMade] = useState<{ id: string; text: string }>()
  const [isCopied, setCopied] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const form = useActionForm({
    schema: newApiKeyForm,
    mode: 'onChange',
    initial: {
      ...newApiKey,
      environment_access: environments.length > 0 ? proposedAccess(environments) : null,
      expires_at: inDays(proposedDays),
    },
    names: ['name', 'environment_access', 'allowed_ips', 'expires_at'],
    errors: apiKeyErrors.createApiKey,
    onSubmit: async (values) => {
      const { is_active: _, ...body } = bodyOf(values)
      const { api_key } = await withUnlockedVault(() =>
        api.call(createApiKey, { params: { id: project.id }, body }),
      )
      setMade({ id: api_key.id, text: api_key.api_key })
      await queries.invalidateQueries(apiKeysQuery(api, project.id))
    },
  })
  const close = useUnsaved({ ...form, isDirty: !made && form.isDirty })

  const done = () => {
    onClose()
    // It may have been used while it was shown.
    void queries.invalidateQueries(callsQuery(api, project.id))
  }

  // While the key is being created the dialog stays open, because the key is shown once.
  const leave = () => {
    if (made && !isCopied) setLeaving(true)
    else if (!form.isBusy) close(done)
  }
  const outcome = { projectId: project.id, environments, values: form.watch(), plan: totals?.plan }
  return (
    <>
      <Dialog
        onClose={leave}
        title={
          made ? (
            <span className="flex items-center gap-2">
              <CircleCheck aria-hidden="true" className="size-5 text-good" />
              API key created successfully
            </span>
          ) : (
            'Create API Key'
          )
        }
        size="split"
      >
        {made ? (
          <CreatedApiKey
            apiKey={made}
            name={outcome.values.name}
            outcome={outcome}
            isCopied={isCopied}
            onCopied={() => setCopied(true)}
            onDone={leave}
          />
        ) : (
          <ActionForm
            form={form}
            submitText="Create API Key"
            onCancel={leave}
            className="flex flex-col gap-3"
          >
            <ApiKeyFields form={form} environments={environments} />
            <ApiKeyOutcome {...outcome} />
          </ActionForm>
        )}
      </Dialog>
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setLeaving}
        tone="warning"
        title="Have you saved the key?"
        description="It is shown only once. After you close this, nobody can show it again, and you would have to create a new one."
        confirmText="I have saved it"
        cancelText="Go back"
        onConfirm={done}
      />
    </>
  )
}
