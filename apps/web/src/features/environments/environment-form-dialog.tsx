import { createEnvironment, type Environment, updateEnvironment } from '@envhold/contract/environments.ts'
import { formerNameDays } from '@envhold/contract/former-names.ts'
import type { Project } from '@envhold/contract/projects.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { showFormError } from '../../connection/api/show-form-error.ts'
import { useUnsaved } from '../../connection/unsaved/use-unsaved.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { environmentsQuery, refetchProject } from '../projects/project-queries.ts'
import { copyNamesOrNotify } from './copy-names.ts'
import { environmentErrors } from './environment-errors.ts'
import { FormerNames } from './former-names.tsx'
import { type Marks, MarksFields } from './marks-fields.tsx'
import { StartingNames } from './starting-names.tsx'

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
  const { register, handleSubmit, formState, setError, watch } = useForm({
    resolver: zodResolver(createEnvironment.body.pick({ name: true })),
    mode: 'onChange',
    defaultValues: { name: environment?.name ?? '' },
  })
  const { data: environments = [] } = useQuery(environmentsQuery(api, project.id))
  const [namesOf, setNamesOf] = useState<number | null>(null)
  const [before] = useState<Marks>(
    environment ? { color: environment.color, protected: environment.protected } : {},
  )
  const [marks, setMarks] = useState(before)
  const close = useUnsaved(formState.isDirty || marks !== before || namesOf !== null)

  const save = handleSubmit(async (named) => {
    const body = { ...named, ...marks }
    try {
      if (environment) await api.call(updateEnvironment, { params: { id: environment.id }, body })
      else {
        const params = { projectId: project.id }
        const made = await withUnlockedVault(() => api.call(createEnvironment, { params, body }))
        if (namesOf !== null) await copyNamesOrNotify(connection, namesOf, made.environment)
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
      onOpenChange={(open) => !open && close(onClose)}
      title={environment ? 'Edit Environment' : 'Create Environment'}
      description={
        environment
          ? `After a new name, the former one answers for ${formerNameDays} more days. Update API keys and commands that use it.`
          : 'It has its own encryption key and its own values.'
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
        {environment && <FormerNames environment={environment} />}
        <MarksFields name={watch('name')} value={marks} onValueChange={setMarks} />
        {!environment && (
          <StartingNames environments={environments} value={namesOf} onValueChange={setNamesOf} />
        )}
        <DialogActions>
          <Button variant="secondary" onClick={() => close(onClose)}>
            Cancel
          </Button>
          <Button type="submit" busy={formState.isSubmitting}>
            {environment ? `Save ${environment.name}` : 'Create environment'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
