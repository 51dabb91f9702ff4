import {
  createProject,
  type Project,
  readProject,
  updateProject,
} from '@envhold/contract/projects/projects.ts'
import { useNavigate } from '@tanstack/react-router'
import { flushSync } from 'react-dom'
import { ActionForm, useActionForm } from '../../connection/action-form.tsx'
import type { Connection } from '../../connection/connection.ts'
import { changedFields, undoOf } from '../../connection/undo-edit.ts'
import { useUnsaved } from '../../connection/unsaved/use-unsaved.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Textarea } from '../../ui/forms/input.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { refetchSubscriptionSoon } from '../subscription/subscription-status.tsx'
import { projectErrors, refetchProject } from './project-queries.ts'

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
      const sent = project && changedFields(fieldsOf(project), body)
      const { project: saved } = sent
        ? await api.call(updateProject, { params: { id: project.id }, body: sent })
        : await withUnlockedVault(() => api.call(createProject, { body }))
      if (sent)
        toast.success('Project updated successfully!', undoOfProject(connection, project, saved, sent))
      else toast.success('Project created successfully!')
      refetchSubscriptionSoon()
      void refetchProject(connection, saved.id)
      // The form is gone before the page is left, which would ask about its input.
      flushSync(onClose)
      if (!project) await navigate({ to: '/project/$id', params: { id: String(saved.id) } })
    },
  })
  const close = useUnsaved(form)

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

const fieldsOf = ({ name, description }: Project) => ({ name, description })

function undoOfProject(connection: Connection, before: Project, after: Project, sent: Partial<Project>) {
  const { api } = connection
  const params = { id: before.id }
  return undoOf({
    what: before.name,
    sent,
    before: fieldsOf(before),
    after: fieldsOf(after),
    read: async () => fieldsOf((await api.call(readProject, { params })).project),
    write: async (body) => {
      await api.call(updateProject, { params, body })
      await refetchProject(connection, before.id)
    },
    errors: projectErrors.updateProject,
  })
}
