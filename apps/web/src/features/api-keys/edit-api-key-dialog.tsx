import { type ApiKey, updateApiKey } from '@envhold/contract/api-keys.ts'
import type { Environment } from '@envhold/contract/environments.ts'
import type { Project } from '@envhold/contract/projects.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { errorText } from '../../connection/api/error-text.ts'
import { showFieldErrors } from '../../connection/api/show-field-errors.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { isUnlockCancelled } from '../../connection/vault/unlock-prompt.ts'
import { Banner } from '../../ui/banner.tsx'
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
  const { api, withUnlockedVault } = useConnection()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    resolver: zodResolver(apiKeyForm),
    mode: 'onChange',
    defaultValues: valuesOf(apiKey),
  })

  const send = async (values: ApiKeyValues) => {
    const body = changesOf(apiKey, values)
    const update = () => api.call(updateApiKey, { params: { id: project.id, keyId: apiKey.id }, body })
    // Only a change of the environments needs the vault.
    return 'environment_access' in body ? withUnlockedVault(update) : update()
  }
  const save = form.handleSubmit(async (values) => {
    setProblem(undefined)
    try {
      await send(values)
      toast.success('API key updated successfully')
      onClose()
      await queries.invalidateQueries({ queryKey: apiKeysKey(project.id) })
    } catch (error) {
      if (
        isUnlockCancelled(error) ||
        showFieldErrors(error, ['name', 'allowed_ips', 'expires_at'], form.setError)
      )
        return
      setProblem(errorText(error, apiKeyErrors.updateApiKey))
    }
  })

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Edit API Key"
      description="Changes apply from the next call. The rate limit depends on your plan."
      size="lg"
    >
      <form onSubmit={save} className="grid gap-5" noValidate>
        {problem && <Banner tone="bad">{problem}</Banner>}
        <ApiKeyFields form={form} environments={environments} />
        <Checkbox
          label="Active"
          hint="An inactive key is rejected until you activate it again."
          {...form.register('is_active')}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
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
