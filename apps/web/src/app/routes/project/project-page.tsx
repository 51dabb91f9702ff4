import { ApiError } from '@envhold/client/api-error.ts'
import type { Project } from '@envhold/contract/projects.ts'
import { may } from '@envhold/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useApi } from '../../../connection/use-api.ts'
import { ProjectActivityTab } from '../../../features/activity/project/project-activity-tab.tsx'
import { ApiKeysTab } from '../../../features/api-keys/api-keys-tab.tsx'
import { CollaboratorsTab } from '../../../features/collaborators/collaborators-tab.tsx'
import { KeysPendingNotice } from '../../../features/collaborators/keys-pending-notice.tsx'
import { EnvironmentsTab } from '../../../features/environments/environments-tab.tsx'
import { projectQuery } from '../../../features/projects/project-queries.ts'
import { ReadOnlyProject } from '../../../features/projects/read-only.tsx'
import { VariablesTab } from '../../../features/variables/variables-tab.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { isProjectTab, type ProjectAction, type ProjectSearch } from '../../project-search.ts'
import { saveLastView } from './last-project-view.ts'
import { ProjectNotFound } from './project-not-found.tsx'
import { ProjectStats } from './project-stats.tsx'
import { useRefetchOnKeys } from './use-refetch-on-keys.ts'

const keysPollMs = 15_000

interface Actions {
  /** An action requested by a command that is not done yet. */
  action: ProjectAction | undefined
  onActionDone: () => void
}

interface Props extends Actions {
  id: number
  search: ProjectSearch
}

export function ProjectPage({ id, search, ...actions }: Props) {
  const api = useApi()
  const real = Number.isSafeInteger(id) && id > 0
  const {
    data: project,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...projectQuery(api, id),
    enabled: real,
    refetchInterval: ({ state }) => state.data?.keys_pending && keysPollMs,
  })
  useRefetchOnKeys(project?.keys_pending)
  const missing = !real || (error instanceof ApiError && (error.code === 'NOT_FOUND' || error.status === 400))
  return (
    <>
      <Link
        to="/dashboard"
        className="mb-4 inline-flex items-center gap-1.5 rounded-sm text-small text-ink-2 hover:text-ink"
      >
        <ArrowLeft className="size-4" />
        Back to Dashboard
      </Link>
      {missing ? (
        <ProjectNotFound lastKnown={project} />
      ) : project ? (
        <Loaded project={project} search={search} {...actions} />
      ) : error ? (
        <ErrorState title="The project did not load" onRetry={refetch} busy={isFetching}>
          {errorText(error)} Your stored data is safe.
        </ErrorState>
      ) : (
        <p role="status" className="flex animate-late items-center gap-3 py-16 text-ink-2">
          <Spinner size="sm" />
          Loading project details...
        </p>
      )}
    </>
  )
}

function Loaded({ project, search, action, onActionDone }: Omit<Props, 'id'> & { project: Project }) {
  const navigate = useNavigate()
  const isOwner = may(project.user_role, 'own')
  const go = (to: ProjectSearch) => {
    onActionDone()
    saveLastView(localStorage, project.id, to)
    void navigate({ to: '/project/$id', params: { id: String(project.id) }, search: to, replace: true })
  }
  useEffect(() => saveLastView(localStorage, project.id, search), [project.id, search])
  const { environment, view } = search
  const openVariables = (id: number) => go({ tab: 'variables', environment: id })
  const tabs = [
    {
      value: 'environments',
      label: 'Environments',
      content: (
        <EnvironmentsTab
          project={project}
          onOpenVariables={openVariables}
          createRequested={action === 'new-environment'}
          onCreateStarted={onActionDone}
        />
      ),
    },
    {
      value: 'variables',
      label: 'Variables',
      content: (
        <VariablesTab
          project={project}
          environmentId={search.environment}
          onEnvironmentChange={(id) => go({ tab: 'variables', ...(view && { view }), environment: id })}
          view={view}
          onViewChange={(next) =>
            go({
              tab: 'variables',
              ...(environment && { environment }),
              ...(next !== 'table' && { view: next }),
            })
          }
          find={search.find}
          addRequested={action === 'add-variable'}
          onAddStarted={onActionDone}
        />
      ),
    },
    {
      value: 'collaborators',
      label: 'Collaborators',
      content: (
        <CollaboratorsTab
          project={project}
          onLeft={() => navigate({ to: '/dashboard' })}
          inviteRequested={action === 'invite'}
          onInviteStarted={onActionDone}
        />
      ),
    },
    ...(isOwner ? [{ value: 'api-keys', label: 'API Keys', content: <ApiKeysTab project={project} /> }] : []),
    { value: 'activity', label: 'Activity', content: <ProjectActivityTab project={project} /> },
  ]
  // Collaborators can only get here by link: the tab is shown to owners only.
  const isRestricted = search.tab === 'api-keys' && !isOwner
  const shown = tabs.some(({ value }) => value === search.tab) ? search.tab : undefined
  const open = (value: string) => isProjectTab(value) && go({ ...search, tab: value })
  return (
    <>
      <title>{`${project.name} · Envhold`}</title>
      <div className="mb-6 grid grid-cols-1 items-start gap-x-10 gap-y-4 lg:grid-cols-[minmax(0,1fr)_auto]">
        <div className="grid grid-cols-1 gap-1">
          <div className="flex flex-wrap items-center gap-3">
            <h1 className="min-w-0 text-title font-semibold break-words">{project.name}</h1>
            <Badge tone={isOwner ? 'accent' : 'neutral'}>{project.user_role}</Badge>
          </div>
          {project.description && <p className="max-w-prose break-words text-ink-2">{project.description}</p>}
        </div>
        <ProjectStats project={project} />
      </div>
      <KeysPendingNotice project={project} />
      <ReadOnlyProject project={project}>
        <Tabs
          label="Project"
          tabs={tabs}
          value={isRestricted ? '' : (shown ?? 'environments')}
          onValueChange={open}
        />
        {isRestricted && (
          <div className="mt-5">
            <ApiKeysTab project={project} />
          </div>
        )}
      </ReadOnlyProject>
    </>
  )
}
