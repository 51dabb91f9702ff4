import {
  createProject,
  deleteProject,
  type Project,
  updateProject,
} from '@envhold/contract/projects/projects.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { flushSync } from 'react-dom'
import { toast } from 'sonner'
import { ActionForm, useActionForm } from '../../connection/action-form.tsx'
import { notifyError } from '../../connection/api/notify-error.ts'
import { useUnsaved } from '../../connection/unsaved/use-unsaved.ts'
import { useApi } from '../../connection/use-api.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Textarea } from '../../ui/forms/input.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { refetchSubscriptionSoon } from '../subscription/subscription-status.tsx'
import { projectErrors, projectQuery, projectsQuery, refetchProject } from './project-queries.ts'

interface Props {
  /** The project to edit; none to create one. */
  project?: Project
  onClose: () => void
}

export function ProjectFormDialog({ project, onClose }: Props) {
  const connection = useConnection()
  const { api, withUnlockedVault } = connection
  const navigate = useNavigate()
  const form = useActionForm({
    schema: createProject.body,
    mode: 'onChange',
    initial: { name: project?.name ?? '', description: project?.description ?? '' },
    errors: project ? projectErrors.updateProject : projectErrors.createProject,
    onSubmit: async ({ name, description }) => {
      const body = { name, description: description?.trim() || null }
      const { project: saved } = project
        ? await api.call(updateProject, { params: { id: project.id }, body })
        : await withUnlockedVault(() => api.call(createProject, { body }))
      toast.success(project ? 'Project updated successfully!' : 'Project created successfully!')
      refetchSubscriptionSoon()
      void refetchProject(connection, saved.id)
      // The form is gone before the page is left, which would ask about its input.
      flushSync(onClose)
      if (!project) await navigate({ to: '/project/$id', params: { id: String(saved.id) } })
    },
  })
  const close = useUnsaved(form.isDirty)

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close(onClose)}
      title={project ? 'Edit Project' : 'Create Project'}
      {...(!project && { description: 'Create one for each application. Its environments come next.' })}
    >
      <ActionForm
        form={form}
        submitText={project ? 'Save project' : 'Create project'}
        onCancel={() => close(onClose)}
      >
        <TextField
          {...form.field('name')}
          label="Project name"
          autoFocus
          autoComplete="off"
          placeholder="Storefront"
        />
        <Field label="Description" optional error={form.formState.errors.description?.message}>
          <Textarea {...form.register('description')} rows={3} className="resize-y" />
        </Field>
      </ActionForm>
    </Dialog>
  )
}

interface DeleteProjectDialogProps {
  project: Project
  onClose: () => void
}

/** The card disappears immediately, and reappears if the server rejects the call. */
export function DeleteProjectDialog({ project, onClose }: DeleteProjectDialogProps) {
  const api = useApi()
  const queries = useQueryClient()
  const { queryKey } = projectsQuery(api)
  const { mutate } = useMutation({
    mutationFn: () => api.call(deleteProject, { params: { id: project.id } }),
    onMutate: async () => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      queries.setQueryData(queryKey, (all) => all?.filter(({ id }) => id !== project.id))
      return before
    },
    onError: (error, _, before) => {
      queries.setQueryData(queryKey, before)
      notifyError(error, projectErrors.deleteProject)
    },
    onSuccess: () => {
      toast.success('Project deleted successfully!')
      queries.removeQueries(projectQuery(api, project.id))
    },
    onSettled: () => {
      refetchSubscriptionSoon()
      return queries.invalidateQueries({ queryKey })
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete project"
      description={
        <>
          Its environments, variables and history are deleted with it, and its API keys stop working
          immediately. The operator of this server can restore it within 7 days.
        </>
      }
      typedName={project.name}
      confirmText="Delete project"
      onConfirm={() => mutate()}
    />
  )
}
