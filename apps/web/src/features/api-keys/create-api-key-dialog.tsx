import { createApiKey } from '@envhold/contract/api-keys.ts'
import type { Environment } from '@envhold/contract/environments.ts'
import type { Project } from '@envhold/contract/projects.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { showFormError } from '../../connection/api/show-form-error.ts'
import { useUnsaved } from '../../connection/unsaved/use-unsaved.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { apiKeyErrors } from './api-key-errors.ts'
import { ApiKeyFields } from './api-key-fields.tsx'
import { apiKeysKey } from './api-key-queries.ts'
import { bodyOf, inDays, newApiKey, newApiKeyForm } from './api-key-values.ts'
import { proposedAccess } from './environment-access.tsx'
import { NewKey } from './new-key.tsx'

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
  const form = useForm({
    resolver: zodResolver(newApiKeyForm),
    mode: 'onChange',
    defaultValues: {
      ...newApiKey,
      environment_access: environments.length > 0 ? proposedAccess(environments) : null,
      expires_at: inDays(proposedDays),
    },
  })
  const close = useUnsaved(made === undefined && form.formState.isDirty)
  const access = form.watch('environment_access')
  const readable = environments.find(({ id }) => access === null || access.includes(String(id)))

  const save = form.handleSubmit(async (values) => {
    const { is_active: _, ...body } = bodyOf(values)
    try {
      const { api_key } = await withUnlockedVault(() =>
        api.call(createApiKey, { params: { id: project.id }, body }),
      )
      setMade(api_key.api_key)
      toast.success('API key created successfully')
      await queries.invalidateQueries({ queryKey: apiKeysKey(project.id) })
    } catch (error) {
      const { setError } = form
      showFormError(error, {
        names: ['name', 'allowed_ips', 'expires_at'],
        texts: apiKeyErrors.createApiKey,
        setError,
      })
    }
  })

  // While the key is being created the dialog stays open, because the key is shown once.
  const leave = () => {
    if (made !== undefined) setLeaving(true)
    else if (!form.formState.isSubmitting) close(onClose)
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
          <form onSubmit={save} className="grid gap-5" noValidate>
            {form.formState.errors.root && <Banner tone="bad">{form.formState.errors.root.message}</Banner>}
            <ApiKeyFields form={form} environments={environments} />
            <DialogActions>
              <Button variant="secondary" onClick={leave}>
                Cancel
              </Button>
              <Button type="submit" busy={form.formState.isSubmitting}>
                Create API key
              </Button>
            </DialogActions>
          </form>
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
