import type { Project } from '@envhold/contract/projects/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { errorText } from '../../connection/api/error-text.ts'
import { useConnection, useVaultOpen } from '../../connection/use-connection.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { environmentsQuery } from '../projects/project-queries.ts'
import { useShownEnvironment } from '../projects/use-shown-environment.ts'
import { CompareView } from './compare/compare-view.tsx'
import { NoEnvironment } from './parts/no-environment.tsx'
import { ToolsLine } from './parts/tools-line.tsx'
import { UnavailableEnvironment } from './parts/unavailable-environment.tsx'
import { TableSkeleton } from './parts/variables-states.tsx'
import type { ArrangementStore } from './store/arrangement.ts'
import type { KeyFilter } from './table/arrange-keys.ts'
import { TableView } from './table/table-view.tsx'
import { type View, ViewSwitch } from './view-switch.tsx'

const padded = 'px-(--gutter) py-4'

const GridView = lazy(() => import('./grid/grid-view.tsx'))
const TextView = lazy(() => import('./text/text-view.tsx'))

/** The comparison that is open: the environment at its right, unless the user has yet to choose one. */
export interface Comparison {
  readonly right?: number
}

interface Props {
  project: Project
  /** On a phone: the menu of tabs, at the start of the tools. */
  tabMenu?: ReactNode
  /** The current environment, from the URL; by default the first one. */
  environmentId?: number | undefined
  onEnvironmentChange: (id: number) => void
  /** The current view, from the URL. */
  view?: View | undefined
  onViewChange: (view: View) => void
  comparison: Comparison | undefined
  onCompare: (comparison: Comparison | undefined) => void
  /** Which keys the table shows, from the URL; all of them by default. */
  only?: KeyFilter | undefined
  onOnlyChange: (only: KeyFilter | undefined) => void
  /** Opens a key in the table of an environment. */
  onFind: (environmentId: number, key: string) => void
  /** Remembers how the table is arranged; without it, it is forgotten. */
  arrangement?: ArrangementStore | undefined
  /** From the grid: opens the table of an environment, or compares it. */
  onOpenTable: (id: number, comparison?: Comparison) => void
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
  tabMenu,
  comparison,
  onCompare,
  ...rest
}: Props) {
  const { api } = useConnection()
  const open = useVaultOpen()
  const { data: environments, error, refetch, isFetching } = useQuery(environmentsQuery(api, project.id))
  const { environment: shown, isUnavailable } = useShownEnvironment(environments, environmentId)

  if (!environments)
    return (
      <>
        <ToolsLine lead={tabMenu} />
        {error ? (
          <div className={padded}>
            <ErrorState title="The environments did not load" onRetry={() => refetch()} busy={isFetching}>
              {errorText(error)} Your stored data is safe.
            </ErrorState>
          </div>
        ) : (
          <TableSkeleton rows={8} />
        )}
      </>
    )
  const around = (content: ReactNode) => (
    <UnavailableEnvironment
      projectId={project.id}
      unavailable={isUnavailable && view !== 'grid' ? { name: shown?.name } : null}
      environments={environments}
      onEnvironmentChange={onEnvironmentChange}
    >
      {content}
    </UnavailableEnvironment>
  )
  const [first] = environments
  if (!shown && first && view !== 'grid') return around(<ToolsLine lead={tabMenu} />)
  const environment = shown ?? first
  if (!environment) return <NoEnvironment project={project} lead={tabMenu} />
  if (comparison && open && view === 'table' && environments.length > 1)
    return around(
      <section aria-label="Compare environments" className="grid min-w-0 gap-2">
        <CompareView
          key={comparison.right}
          projectId={project.id}
          environments={environments}
          left={environment}
          right={comparison.right}
          lead={tabMenu}
          onLeft={onEnvironmentChange}
          onClose={() => onCompare(undefined)}
        />
      </section>,
    )
  const lead = (
    <>
      {tabMenu}
      <ViewSwitch view={view} several={environments.length > 1} onViewChange={rest.onViewChange} />
    </>
  )
  if (view === 'grid')
    return around(
      <Suspense fallback={<LoadingView lead={lead} rows={10} />}>
        <GridView
          project={project}
          environments={environments}
          lead={lead}
          find={rest.find}
          lastUsed={environment.id}
          onOpenTable={(id) => rest.onOpenTable(id)}
          onCompare={(id) => rest.onOpenTable(id, {})}
          store={rest.arrangement}
          addRequested={rest.addRequested}
          onAddStarted={rest.onAddStarted}
        />
      </Suspense>,
    )
  if (view === 'text')
    return around(
      <Suspense fallback={<LoadingView lead={lead} rows={6} />}>
        <TextView key={environment.id} project={project} environment={environment} lead={lead} />
      </Suspense>,
    )
  return around(
    <TableView
      project={project}
      environments={environments}
      environment={environment}
      only={rest.only}
      onOnlyChange={rest.onOnlyChange}
      onFind={rest.onFind}
      arrangement={rest.arrangement}
      find={rest.find}
      addRequested={rest.addRequested}
      onAddStarted={rest.onAddStarted}
      onCompare={() => onCompare({})}
      lead={lead}
    />,
  )
}

const LoadingView = ({ lead, rows }: { lead: ReactNode; rows: number }) => (
  <>
    <ToolsLine lead={lead} />
    <TableSkeleton rows={rows} />
  </>
)
