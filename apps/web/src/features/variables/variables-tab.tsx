import type { Project } from '@envhold/contract/projects.ts'
import { may } from '@envhold/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Layers } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { errorText } from '../../connection/api/error-text.ts'
import { useConnection, useVaultOpen } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { environmentsQuery } from '../projects/project-queries.ts'
import { CompareView } from './compare/compare-view.tsx'
import { EnvironmentBreadcrumb } from './environment-breadcrumb.tsx'
import { EnvironmentSelect } from './environment-select.tsx'
import { EnvironmentVariables } from './table/environment-variables.tsx'
import { TableSkeleton } from './variables-states.tsx'
import { type View, ViewSwitch } from './view-switch.tsx'

const GridView = lazy(() => import('./grid/grid-view.tsx'))
const TextView = lazy(() => import('./text/text-view.tsx'))

interface Props {
  project: Project
  /** The current environment, from the URL; by default the first one. */
  environmentId?: number | undefined
  onEnvironmentChange: (id: number) => void
  /** The current view, from the URL. */
  view?: View | undefined
  onViewChange: (view: View) => void
  /** A key to search for, from a command. */
  find?: string | undefined
  /** A command requested the dialog for a new variable. */
  addRequested: boolean
  onAddStarted: () => void
}

export function VariablesTab({
  project,
  environmentId,
  onEnvironmentChange,
  view = 'table',
  ...rest
}: Props) {
  const { api } = useConnection()
  const open = useVaultOpen()
  const [comparing, setComparing] = useState(false)
  const { data: environments, error, refetch, isFetching } = useQuery(environmentsQuery(api, project.id))

  if (!environments)
    return error ? (
      <ErrorState title="The environments did not load" onRetry={() => refetch()} busy={isFetching}>
        {errorText(error)} Your stored data is safe.
      </ErrorState>
    ) : (
      <TableSkeleton rows={8} />
    )
  const environment = environments.find(({ id }) => id === environmentId) ?? environments[0]
  if (!environment)
    return (
      <EmptyState
        icon={Layers}
        title="Select an environment to view variables"
        action={
          <Button variant="secondary" asChild>
            <Link
              to="/project/$id"
              params={{ id: String(project.id) }}
              search={{ tab: 'environments' }}
              replace
            >
              Go to Environments
            </Link>
          </Button>
        }
      >
        {may(project.user_role, 'own')
          ? 'This project has no environments yet. Create the first one under Environments.'
          : 'No environment of this project is shared with you yet.'}
      </EmptyState>
    )
  if (comparing && open && view === 'table' && environments.length > 1)
    return (
      <section aria-label="Compare environments" className="grid min-w-0 gap-4">
        <EnvironmentBreadcrumb project={project.name} />
        <CompareView
          projectId={project.id}
          environments={environments}
          left={environment}
          onLeft={onEnvironmentChange}
          onClose={() => setComparing(false)}
        />
      </section>
    )
  const views = <ViewSwitch view={view} several={environments.length > 1} onViewChange={rest.onViewChange} />
  const controls = (
    <>
      <EnvironmentSelect
        label="Environment"
        environments={environments}
        value={environment.id}
        onChange={onEnvironmentChange}
      />
      {views}
    </>
  )
  if (view === 'grid')
    return (
      <>
        <EnvironmentBreadcrumb project={project.name} />
        <Suspense fallback={<TableSkeleton rows={10} />}>
          <GridView
            project={project}
            environments={environments}
            views={views}
            find={rest.find}
            addRequested={rest.addRequested}
            onAddStarted={rest.onAddStarted}
          />
        </Suspense>
      </>
    )
  return (
    <>
      <EnvironmentBreadcrumb project={project.name} environment={environment.name} />
      {view === 'text' ? (
        <Suspense fallback={<TableSkeleton rows={6} />}>
          <TextView key={environment.id} project={project} environment={environment} controls={controls} />
        </Suspense>
      ) : (
        <EnvironmentVariables
          key={`${environment.id} ${rest.find}`}
          project={project}
          environment={environment}
          find={rest.find}
          addRequested={rest.addRequested}
          onAddStarted={rest.onAddStarted}
          canCompare={environments.length > 1}
          onCompare={() => setComparing(true)}
          selector={controls}
        />
      )}
    </>
  )
}
