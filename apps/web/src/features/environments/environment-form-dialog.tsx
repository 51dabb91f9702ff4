import { createEnvironment, type Environment, renameEnvironment } from '@envhold/contract/environments.ts'
import type { Project } from '@envhold/contract/projects.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { showFormError } from '../../connection/api/show-form-error.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { refetchProject } from '../projects/project-queries.ts'
import { environmentErrors } from './environment-errors.ts'

interface Props {
  project: Project
  /** The environment to rename; none to create one. */
  environment?: Environment
  onCreated?: (id: number) => void
  onClose: () => void
}

export function EnvironmentFormDialog({ project, environment, onCreated, onClose }: Props) {
  const connection = useConnection()
  const { api, withUnlockedVault } = connection
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(createEnvironment.body),
    mode: 'onChange',
    defaultValues: { name: environment?.name ?? '' },
  })

  const save = handleSubmit(async (body) => {
    try {
      if (environment) await api.call(renameEnvironment, { params: { id: environment.id }, body })
      else {
        const params = { projectId: project.id }
        const made = await withUnlockedVault(() => api.call(createEnvironment, { params, body }))
        onCreated?.(made.environment.id)
      }
      toast.success(environment ? 'Environment updated successfully!' : 'Environment created successfully!')
      onClose()
      await refetchProject(connection, project.id)
    } catch (error) {
      const texts = environment ? environmentErrors.updateEnvironment : environmentErrors.createEnvironment
      showFormError(error, { names: ['name'], texts, setError, at: 'name' })
    }
  })

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={environment ? 'Edit Environment' : 'Create Environment'}
      description={
        environment
          ? 'Update API keys and commands that use the old name.'
          : 'It starts empty, with its own encryption key.'
      }
    >
      <form onSubmit={save} className="grid gap-4" noValidate>
        <Field
          label="Environment name"
          error={formState.errors.name?.message}
          hint="Letters, numbers, hyphens and underscores."
        >
          <Input
            {...register('name')}
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="production"
          />
        </Field>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={formState.isSubmitting}>
            {environment ? 'Save name' : 'Create environment'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
