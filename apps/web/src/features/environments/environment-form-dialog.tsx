import {
  createEnvironment,
  type Environment,
  listEnvironments,
  updateEnvironment,
} from '@envhold/contract/environments/environments.ts'
import { formerNameDays } from '@envhold/contract/environments/former-names.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionForm, useActionForm } from '../../connection/action-form.tsx'
import type { Connection } from '../../connection/connection.ts'
import { changedFields, undoOf } from '../../connection/undo-edit.ts'
import { useUnsaved } from '../../connection/unsaved/use-unsaved.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import { environmentsQuery, refetchProject } from '../projects/project-queries.ts'
import { environmentErrors } from './environment-errors.ts'
import {
  type EnvironmentSettings,
  EnvironmentSettingsFields,
  FormerNames,
} from './environment-settings-fields.tsx'
import { copyNamesOrNotify, StartingNames } from './starting-names.tsx'

interface Props {
  project: Project
  /** The environment to edit; none to create one. */
  environment?: Environment
  onCreated?: (id: number) => void
  onClose: () => void
}

export function EnvironmentFormDialog({ project, environment, onCreated, onClose }: Props) {
  const connection = useConnection()
  const { api, withUnlockedVault } = connection
  const { data: environments = [] } = useQuery(environmentsQuery(api, project.id))
  const [namesOf, setNamesOf] = useState<number | null>(null)
  const [before] = useState<EnvironmentSettings>(
    environment ? { color: environment.color, protected: environment.protected } : {},
  )
  const [marks, setMarks] = useState(before)
  const form = useActionForm({
    schema: createEnvironment.body.pick({ name: true }),
    mode: 'onChange',
    initial: { name: environment?.name ?? '' },
    errors: environment ? environmentErrors.updateEnvironment : environmentErrors.createEnvironment,
    at: 'name',
    onSubmit: async (named) => {
      const body = { ...named, ...marks }
      if (environment) {
        const sent = changedFields(fieldsOf(environment), body)
        const edited = await api.call(updateEnvironment, { params: { id: environment.id }, body: sent })
        const undo = undoOfEnvironment(connection, environment, edited.environment, sent)
        toast.success('Environment updated successfully!', undo)
      } else {
        const params = { projectId: project.id }
        const made = await withUnlockedVault(() => api.call(createEnvironment, { params, body }))
        if (namesOf !== null) await copyNamesOrNotify(connection, namesOf, made.environment)
        onCreated?.(made.environment.id)
      }
      onClose()
      await refetchProject(connection, project.id)
      // Once the row is there, so that the message does not cover it.
      if (!environment) toast.success('Environment created successfully!')
    },
  })
  const close = useUnsaved({ ...form, isDirty: form.isDirty || marks !== before || namesOf !== null })

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close(onClose)}
      title={environment ? 'Edit Environment' : 'Create Environment'}
      description={
        environment
          ? `After a new name, the former one answers for ${formerNameDays} more days. Update API keys and commands that use it.`
          : 'It has its own encryption key and its own values.'
      }
    >
      <ActionForm
        form={form}
        submitText={environment ? `Save ${environment.name}` : 'Create environment'}
        onCancel={() => close(onClose)}
      >
        <TextField
          {...form.field('name')}
          label="Environment name"
          hint="Letters, numbers, hyphens and underscores."
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="production"
        />
        {environment && <FormerNames environment={environment} />}
        <EnvironmentSettingsFields name={form.watch('name')} value={marks} onValueChange={setMarks} />
        {!environment && (
          <StartingNames environments={environments} value={namesOf} onValueChange={setNamesOf} />
        )}
      </ActionForm>
    </Dialog>
  )
}

const fieldsOf = ({ name, color, protected: isProtected }: Environment) => ({
  name,
  color,
  protected: isProtected,
})

function undoOfEnvironment(
  connection: Connection,
  before: Environment,
  after: Environment,
  sent: Partial<Environment>,
) {
  const { api } = connection
  const { id, project_id: projectId } = before
  return undoOf({
    what: before.name,
    sent,
    before: fieldsOf(before),
    after: fieldsOf(after),
    read: async () => {
      const { environments } = await api.call(listEnvironments, { params: { projectId } })
      return environments.filter((one) => one.id === id).map(fieldsOf)[0]
    },
    write: async (body) => {
      await api.call(updateEnvironment, { params: { id }, body })
      await refetchProject(connection, projectId)
    },
    errors: environmentErrors.updateEnvironment,
  })
}
