import { type ApiKey, updateApiKey } from '@envhold/contract/api-keys.ts'
import type { Environment } from '@envhold/contract/environments.ts'
import type { Project } from '@envhold/contract/projects.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { showFormError } from '../../connection/api/show-form-error.ts'
import { useUnsaved } from '../../connection/unsaved/use-unsaved.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Banner } from '../../ui/banner.tsx'
import { useBlocked } from '../../ui/blocked.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { apiKeyErrors } from './api-key-errors.ts'
import { ApiKeyFields } from './api-key-fields.tsx'
import { apiKeysKey } from './api-key-queries.ts'
import { type ApiKeyValues, apiKeyForm, changesOf, valuesOf } from './api-key-values.ts'

interface Props {
  apiKey: ApiKey
  project: Project
  environments: readonly Environment[]
  onClose: () => void
}

export function EditApiKeyDialog({ apiKey, project, environments, onClose }: Props) {
  const reason = useBlocked()
  const { api, withUnlockedVault } = useConnection()
  const queries = useQueryClient()
  const form = useForm({
    resolver: zodResolver(apiKeyForm),
    mode: 'onChange',
    defaultValues: valuesOf(apiKey),
  })
  const close = useUnsaved(form.formState.isDirty)

  const send = async (values: ApiKeyValues) => {
    const body = changesOf(apiKey, values)
    const update = () => api.call(updateApiKey, { params: { id: project.id, keyId: apiKey.id }, body })
    // Only a change of the environments needs the vault.
    return 'environment_access' in body ? withUnlockedVault(update) : update()
  }
  const save = form.handleSubmit(async (values) => {
    try {
      await send(values)
      toast.success('API key updated successfully')
      onClose()
      await queries.invalidateQueries({ queryKey: apiKeysKey(project.id) })
    } catch (error) {
      const { setError } = form
      showFormError(error, {
        names: ['name', 'allowed_ips', 'expires_at'],
        texts: apiKeyErrors.updateApiKey,
        setError,
      })
    }
  })

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close(onClose)}
      title="Edit API Key"
      description="Changes apply from the next call. The rate limit depends on your plan."
      size="lg"
    >
      <form onSubmit={save} className="grid gap-5" noValidate>
        {form.formState.errors.root && <Banner tone="bad">{form.formState.errors.root.message}</Banner>}
        {reason && (
          <Banner title={reason}>
            You can turn the key off, or reduce its permissions, environments, addresses and expiry.
          </Banner>
        )}
        <ApiKeyFields form={form} environments={environments} />
        {apiKey.deactivated_at === null && (
          <Checkbox
            label="Active"
            hint="An inactive key is rejected until you activate it again."
            {...form.register('is_active')}
          />
        )}
        <DialogActions>
          <Button variant="secondary" onClick={() => close(onClose)}>
            Cancel
          </Button>
          <Button type="submit" busy={form.formState.isSubmitting}>
            Save API key
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
