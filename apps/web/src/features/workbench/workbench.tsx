import { isNotFound } from '@envhold/client/api-error.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { readErrorText } from '../../connection/api/error-text.ts'
import { useConnection, useVaultOpen } from '../../connection/use-connection.ts'
import { useBlocked } from '../../ui/feedback/blocked.tsx'
import { ErrorState } from '../../ui/feedback/states.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { environmentsQuery } from '../projects/project-queries.ts'
import { useShownEnvironment } from '../projects/use-shown-environment.ts'
import type { ArrangementStore } from './arrangement/arrangement.ts'
import { useOtherEnvironments } from './comparison/use-other-environments.ts'
import { WorkbenchProvider } from './content/workbench-provider.tsx'
import { variablesQuery } from './data/variable-queries.ts'
import { TableSkeleton } from './parts/table-skeleton.tsx'
import { NoEnvironment, UnavailableEnvironment } from './parts/unavailable-environment.tsx'
import { endRotationOffers } from './same-value/notify-rotation.ts'
import type { Filter } from './store/filters.ts'
import type { Layout, Opening, Ways } from './store/state.ts'
import { ToolsLine, type View, ViewSwitch } from './toolbar/tools-line.tsx'
import { RowsView } from './view/rows-view.tsx'

/** The comparison that is open: the environment beside the current one, unless the user has yet to choose it. */
export interface Comparison {
  readonly right?: number
}

/** Where in the project's variables the page is, as far as its URL and its commands say. */
export interface Place {
  /** By default the first one. */
  readonly environment?: number | undefined
  readonly view?: View | undefined
  /** Which keys the table shows; all of them by default. */
  readonly only?: Filter | undefined
  /** A key to search for. */
  readonly find?: string | undefined
  /** Whether the history of that key is open. */
  readonly isHistoryOpen?: true | undefined
  readonly comparison?: Comparison | undefined
  /** A command requested the dialog for a new variable; called once it opens. */
  readonly onAdd?: (() => void) | undefined
}

interface Props {
  project: Project
  place: Place
  onPlace: (place: Omit<Place, 'onAdd'>) => void
  /** On a phone: the menu of tabs, at the start of the tools. */
  tabMenu?: ReactNode
  /** Remembers how the rows are arranged; without it, that is forgotten. */
  arrangement?: ArrangementStore | undefined
}

const none: readonly Environment[] = []

/** The variables of a project: as a table, side by side, compared, or as a text. */
export function Workbench(props: Props) {
  const { project, place, onPlace, tabMenu } = props
  const { view } = place
  const { api } = useConnection()
  useEffect(() => endRotationOffers, [])
  const { data, error, refetch, isFetching } = useQuery(environmentsQuery(api, project.id))
  // A project that is gone has none, whatever was listed before.
  const isProjectUnavailable = data !== undefined && isNotFound(error)
  const environments = isProjectUnavailable ? none : data
  const { environment: current, isUnavailable } = useShownEnvironment(environments, place.environment)
  if (!environments)
    return (
      <>
        <ToolsLine lead={tabMenu} />
        {error ? (
          <div className="px-(--gutter) py-4">
            <ErrorState title="The environments did not load" onRetry={() => refetch()} busy={isFetching}>
              {readErrorText(error)}
            </ErrorState>
          </div>
        ) : (
          <TableSkeleton rows={8} />
        )}
      </>
    )
  const environment = current ?? environments[0]
  if (!environment)
    return (
      <>
        <ToolsLine lead={tabMenu} />
        <NoEnvironment project={project} />
      </>
    )
  return (
    <UnavailableEnvironment
      projectId={project.id}
      // The page says so of the whole project, and the grid of what was typed.
      unavailable={isUnavailable && !isProjectUnavailable && view !== 'grid' ? { name: current?.name } : null}
      environments={environments}
      onEnvironmentChange={(id) => onPlace({ environment: id, view })}
    >
      {current || view === 'grid' ? (
        <KnownEnvironment {...props} environments={environments} environment={environment} />
      ) : (
        <ToolsLine lead={tabMenu} />
      )}
    </UnavailableEnvironment>
  )
}

interface KnownProps extends Props {
  environments: readonly Environment[]
  environment: Environment
}

function KnownEnvironment(props: KnownProps) {
  const { place, onPlace, tabMenu, environments, environment } = props
  const view = place.view ?? 'table'
  const opening = useOpening(props)
  const lead = (
    <>
      {tabMenu}
      {opening.layout !== 'compare' && (
        <ViewSwitch
          view={view}
          several={environments.length > 1}
          onViewChange={(next) => onPlace({ environment: place.environment, view: next })}
        />
      )}
    </>
  )
  const { layout } = opening
  const about = layout === 'grid' ? '' : `${environment.id} ${place.comparison?.right}`
  const key = `${layout} ${about} ${place.find}`
  const [shown, setShown] = useState({ key, isReplacement: false })
  if (shown.key !== key) setShown({ key, isReplacement: true })
  return (
    <WorkbenchProvider key={key} opening={opening}>
      <RowsView
        isReplacement={shown.isReplacement}
        lead={lead}
        onAdd={place.onAdd}
        history={place.isHistoryOpen ? place.find : undefined}
      />
    </WorkbenchProvider>
  )
}

/** What the rows are opened with. What is known of other environments stays when another one is chosen. */
function useOpening({
  project,
  place,
  onPlace,
  arrangement,
  environments,
  environment,
}: KnownProps): Opening {
  const connection = useConnection()
  const isVaultOpen = useVaultOpen()
  const layout = useLayout(place, environments)
  // Reads nothing itself: the table does.
  const current = useQuery({ ...variablesQuery(connection, environment.id), enabled: false }).data
  const isRead = isVaultOpen && current !== undefined && layout === 'table'
  const others = useOtherEnvironments(environments, environment.id, isVaultOpen, isRead)
  return {
    project,
    environments,
    environment,
    layout,
    isVaultOpen,
    isPhone: useIsPhone(),
    blocked: useBlocked(),
    others,
    ways: waysTo(place, onPlace),
    memory: arrangement,
    filter: layout === 'table' ? place.only : undefined,
    typed: place.find ?? '',
    pair: layout === 'compare' ? comparedPair(environments, environment, place.comparison?.right) : undefined,
  }
}

/** An open comparison stays when other environments disappear: something may be typed in it. */
function useLayout({ view, comparison }: Place, environments: readonly Environment[]): Layout {
  const [opened, setOpened] = useState<Comparison>()
  if (comparison !== opened && environments.length > 1) setOpened(comparison)
  if (view === 'grid' || view === 'text') return view
  return comparison && (comparison === opened || environments.length > 1) ? 'compare' : 'table'
}

const waysTo = (place: Place, onPlace: Props['onPlace']): Ways => ({
  onFilter: (filter) =>
    onPlace({
      environment: place.environment,
      view: place.view,
      only: filter === 'all' ? undefined : filter,
    }),
  onFind: (environment, find) => onPlace({ environment, find }),
  onOpenTable: (environment) => onPlace({ environment }),
  onCompare: (environment, right) =>
    onPlace({ environment, comparison: right === undefined ? {} : { right } }),
  onCloseComparison: () => onPlace({ environment: place.environment }),
})

/** The protected one of two environments first; another one without a choice. */
function comparedPair(
  environments: readonly Environment[],
  current: Environment,
  right: number | undefined,
): readonly [number, number] | undefined {
  const others = environments.filter(({ id }) => id !== current.id)
  const other = others.find(({ id }) => id === right) ?? others[0]
  if (!other) return undefined
  return other.protected && !current.protected ? [other.id, current.id] : [current.id, other.id]
}
