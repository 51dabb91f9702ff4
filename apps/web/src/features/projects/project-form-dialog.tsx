import { createProject, type Project, updateProject } from '@envhold/contract/projects.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useNavigate } from '@tanstack/react-router'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { showFormError } from '../../connection/api/show-form-error.ts'
import { useUnsaved } from '../../connection/unsaved/use-unsaved.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { refetchSubscriptionSoon } from '../subscription/subscription-status.ts'
import { projectErrors } from './project-errors.ts'
import { refetchProject } from './project-queries.ts'

const schema = createProject.body

interface Props {
  /** The project to edit; none to create one. */
  project?: Project
  onClose: () => void
}

export function ProjectFormDialog({ project, onClose }: Props) {
  const connection = useConnection()
  const { api, withUnlockedVault } = connection
  const navigate = useNavigate()
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(schema),
    mode: 'onChange',
    defaultValues: { name: project?.name ?? '', description: project?.description ?? '' },
  })
  const close = useUnsaved(formState.isDirty)

  const save = handleSubmit(async ({ name, description }) => {
    const body = { name, description: description?.trim() || null }
    try {
      const { project: saved } = project
        ? await api.call(updateProject, { params: { id: project.id }, body })
        : await withUnlockedVault(() => api.call(createProject, { body }))
      toast.success(project ? 'Project updated successfully!' : 'Project created successfully!')
      refetchSubscriptionSoon()
      void refetchProject(connection, saved.id)
      // The form is gone before the page is left, which would ask about its input.
      flushSync(onClose)
      if (!project) await navigate({ to: '/project/$id', params: { id: String(saved.id) } })
    } catch (error) {
      const texts = project ? projectErrors.updateProject : projectErrors.createProject
      showFormError(error, { names: ['name', 'description'], texts, setError })
    }
  })

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close(onClose)}
      title={project ? 'Edit Project' : 'Create Project'}
      {...(!project && { description: 'Create one for each application. Its environments come next.' })}
    >
      <form onSubmit={save} className="grid gap-4" noValidate>
        {formState.errors.root && <Banner tone="bad">{formState.errors.root.message}</Banner>}
        <Field label="Project name" error={formState.errors.name?.message}>
          <Input {...register('name')} autoFocus autoComplete="off" placeholder="Storefront" />
        </Field>
        <Field label="Description" optional error={formState.errors.description?.message}>
          <Textarea {...register('description')} rows={3} className="resize-y" />
        </Field>
        <DialogActions>
          <Button variant="secondary" onClick={() => close(onClose)}>
            Cancel
          </Button>
          <Button type="submit" busy={formState.isSubmitting}>
            {project ? 'Save project' : 'Create project'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
