import type { Environment } from '@envhold/contract/environments/environments.ts'
import { may, type Project } from '@envhold/contract/projects/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { Layers, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { readErrorText } from '../../connection/api/error-text.ts'
import { useApi } from '../../connection/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { afterDialog, useWhenReady } from '../../ui/dialogs/after-dialog.ts'
import { Changing, useChange } from '../../ui/feedback/blocked.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx'
import { ListSkeleton, ListTable } from '../../ui/lists/list-table.tsx'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { environmentsQuery } from '../projects/project-queries.ts'
import { DownloadDialog } from '../workbench/download/download-dialog.tsx'
import { DeleteEnvironmentDialog } from './delete-environment-dialog.tsx'
import { EnvironmentFormDialog } from './environment-form-dialog.tsx'
import { EnvironmentRow, environmentColumns } from './environment-row.tsx'

type OpenDialog =
  | { what: 'create' }
  | { what: 'rename' | 'delete'; environment: Environment }
  | { what: 'download'; environment: Environment; refusal: unknown }

interface Props {
  project: Project
  /** Opens an environment's variables; without it, names are not links. */
  onOpenVariables?: (environmentId: number) => void
  /** A command requested the create dialog. */
  createRequested: boolean
  onCreateStarted: () => void
}

export function EnvironmentsTab({ project, onOpenVariables, createRequested, onCreateStarted }: Props) {
  const { data: environments, error, refetch, isFetching } = useQuery(environmentsQuery(useApi(), project.id))
  const [opened, setOpened] = useState<OpenDialog>()
  const [createdId, setCreatedId] = useState<number>()
  const section = useRef<HTMLElement>(null)
  const isOwner = may(project.user_role, 'own')
  const close = () => setOpened(undefined)
  const add = () => setOpened({ what: 'create' })
  const change = useChange()
  useShortcut('n', () => change(add), { enabled: isOwner && !opened })
  useWhenReady(createRequested && isOwner && !opened, () => {
    onCreateStarted()
    change(add)
  })

  // Focuses the row of a new environment once it renders.
  useEffect(() => {
    if (!environments?.some(({ id }) => id === createdId)) return
    return afterDialog(() => {
      setCreatedId(undefined)
      section.current?.querySelector<HTMLElement>(`[data-environment="${createdId}"] button`)?.focus()
    })
  }, [createdId, environments])

  return (
    <section ref={section} aria-label="Environments" className="grid min-w-0 grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-ink-2">
          Each environment has its own variables and its own encryption key.
          {!isOwner && ' You see the environments shared with you.'}
        </p>
        {isOwner && (
          <Changing>
            <Button onClick={add}>
              <Plus />
              Add Environment
            </Button>
          </Changing>
        )}
      </div>
      {!environments && error && (
        <ErrorState title="The environments did not load" onRetry={() => refetch()} busy={isFetching}>
          {readErrorText(error)}
        </ErrorState>
      )}
      {!environments && !error && (
        <ListSkeleton columns={environmentColumns} parts={[project.environment_count]} />
      )}
      {environments?.length === 0 && !isOwner && (
        <EmptyState icon={Layers} title="No environments">
          {project.owner_username} has not shared any environments of this project with you. Ask them if you
          need access.
        </EmptyState>
      )}
      {environments?.length === 0 && isOwner && (
        <EmptyState icon={Layers} title="No environments yet. Create your first environment!">
          Most projects have one for each stage, such as development, staging and production.
        </EmptyState>
      )}
      {environments && environments.length > 0 && (
        <ListTable
          label={`Environments of ${project.name}`}
          columns={environmentColumns}
          heads={['Name', 'Variables', 'Changed']}
        >
          {environments.map((environment) => (
            <EnvironmentRow
              key={environment.id}
              environment={environment}
              isOwner={isOwner}
              canWrite={may(project.user_role, 'write')}
              keysPending={project.keys_pending}
              onRename={() => setOpened({ what: 'rename', environment })}
              onDialect={(refusal) => setOpened({ what: 'download', environment, refusal })}
              onDelete={() => setOpened({ what: 'delete', environment })}
              {...(onOpenVariables && { onOpen: () => onOpenVariables(environment.id) })}
            />
          ))}
        </ListTable>
      )}
      {environments?.some(({ rekey_pending }) => rekey_pending) && (
        <p className="max-w-prose text-small text-ink-3">
          <span className="font-medium">New key pending:</span> a person or an API key lost access. The
          environment gets a new key at the next change made with the vault unlocked.
        </p>
      )}
      {opened?.what === 'create' && (
        <EnvironmentFormDialog project={project} onCreated={setCreatedId} onClose={close} />
      )}
      {opened?.what === 'rename' && (
        <EnvironmentFormDialog project={project} environment={opened.environment} onClose={close} />
      )}
      {opened?.what === 'download' && (
        <DownloadDialog environment={opened.environment} rejection={opened.refusal} onClose={close} />
      )}
      {opened?.what === 'delete' && (
        <DeleteEnvironmentDialog environment={opened.environment} onClose={close} />
      )}
    </section>
  )
}
