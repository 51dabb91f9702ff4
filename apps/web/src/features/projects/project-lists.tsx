import type { Project } from '@envhold/contract/projects/projects.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { FolderKey, Plus, Users } from 'lucide-react'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { errorText } from '../../connection/api/error-text.ts'
import { useAccount } from '../../connection/session/use-session-state.ts'
import { Button } from '../../ui/button.tsx'
import { deferred, useAfterFirstPaint } from '../../ui/deferred.tsx'
import { Tooltip } from '../../ui/dialogs/tooltip.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Skeleton, SkeletonRows, useLastCount } from '../../ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx'
import { lastUsedFirst, readUsed } from './opened-projects.ts'
import { nextCard, ProjectCard } from './project-card.tsx'
import type { ProjectActions } from './project-menu-items.tsx'
import { projectErrors } from './project-queries.ts'

/** What few people see loads when it shows. */
const ProjectTable = deferred(
  async () => (await import('./table/project-table.tsx')).ProjectTable,
  ({ projects }) => <Skeletons rows={projects.length} />,
)

/** More are a table. */
const maxCards = 8
/** For a dashboard that did not show yet. */
const usualCards = 3

type Query = Pick<UseQueryResult<Project[]>, 'error' | 'isFetching' | 'refetch'>

interface OwnedProps extends ComponentProps<typeof NoOwnedProjects> {
  projects: readonly Project[] | undefined
  query: Query
  /** Shows instead of the list. */
  form: ReactNode
  actions: ProjectActions
}

export const OwnedProjects = ({ projects, query, form, actions, ...empty }: OwnedProps) => (
  <Loaded list="owned projects" projects={projects} query={query}>
    {(all) =>
      form ?? (
        <Projects
          label="Owned projects"
          projects={all}
          actions={actions}
          empty={<NoOwnedProjects {...empty} />}
        />
      )
    }
  </Loaded>
)

export const SharedProjects = ({ projects, query }: Pick<OwnedProps, 'projects' | 'query'>) => (
  <Loaded list="shared projects" projects={projects} query={query}>
    {(all) => <Projects label="Shared projects" projects={all} empty={<NoSharedProjects />} />}
  </Loaded>
)

interface ProjectsProps {
  label: string
  projects: readonly Project[]
  actions?: ProjectActions
  empty: ReactNode
}

function Projects({ label, projects, actions, empty }: ProjectsProps) {
  const isPainted = useAfterFirstPaint()
  const userId = useAccount()?.id ?? 0
  if (projects.length === 0) return empty
  if (projects.length > maxCards)
    return <ProjectTable label={label} projects={projects} {...(actions && { actions })} />
  const sorted = lastUsedFirst(projects, readUsed(localStorage, userId))
  return (
    <CardGrid>
      {sorted.map((project) => (
        <ProjectCard
          key={project.id}
          project={project}
          showsEnvironments={isPainted}
          {...(actions && { actions })}
        />
      ))}
    </CardGrid>
  )
}

interface LoadedProps extends Pick<OwnedProps, 'projects' | 'query'> {
  /** Whose length is kept for the next time. */
  list: string
  children: (projects: readonly Project[]) => ReactNode
}

/** The list, skeletons, an error, or the cached list with a warning if refetching failed. */
function Loaded({ list, projects, query, children }: LoadedProps) {
  const rows = useLastCount(list, projects?.length, usualCards)
  const { error, refetch, isFetching } = query
  const text = error && errorText(error, projectErrors.loadProjects)
  const retry = () => void refetch()
  if (!projects && text) return <ProjectsFailed text={text} onRetry={retry} busy={isFetching} />
  if (!projects) return <Skeletons rows={rows} />
  return (
    <div className="grid gap-4">
      {text && (
        <Banner
          tone="warn"
          title="This list may be out of date"
          action={
            <Button variant="secondary" size="sm" busy={isFetching} onClick={retry}>
              Try again
            </Button>
          }
        >
          {text}
        </Banner>
      )}
      {children(projects)}
    </div>
  )
}

/** Cards or rows, as there were last time. */
const Skeletons = ({ rows }: { rows: number }) =>
  rows > maxCards ? (
    <div
      aria-hidden="true"
      className="animate-late rounded-lg border bg-surface max-md:mt-13 max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0"
    >
      <div className="h-17 max-md:h-8" />
      <SkeletonRows rows={rows} row="flex h-11 items-center gap-22 border-t px-4 max-md:h-15">
        <Skeleton className="w-40" />
        <Skeleton className="w-40 max-md:hidden" />
      </SkeletonRows>
    </div>
  ) : (
    <SkeletonRows
      rows={rows}
      row="grid h-40 content-between rounded-lg border bg-surface p-5"
      className={cardGrid}
    >
      <div className="grid gap-3">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="w-4/5" />
      </div>
      <Skeleton className="w-1/2" />
    </SkeletonRows>
  )

const cardGrid = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3'

const CardGrid = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: the cards' links have the focus; arrows only move it.
  <div className={cardGrid} onKeyDown={moveBetweenCards}>
    {children}
  </div>
)

/** Arrow keys move between cards; Enter opens the focused one. */
function moveBetweenCards(event: KeyboardEvent<HTMLDivElement>) {
  if (event.metaKey || event.ctrlKey || event.altKey || !(event.target instanceof HTMLAnchorElement)) return
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('h2 a')]
  const positions = links.map(
    (link) => link.closest('article')?.getBoundingClientRect() ?? { left: 0, top: 0 },
  )
  const next = links[nextCard(positions, links.indexOf(event.target), event.key) ?? -1]
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface Props {
  /** Why no project can be created. */
  createBlocked: string | undefined
  onCreate: () => void
}

const NoOwnedProjects = ({ createBlocked, onCreate }: Props) => (
  <EmptyState
    icon={FolderKey}
    title="No owned projects yet"
    action={
      <Tooltip text={createBlocked} blocks>
        <Button variant="secondary" onClick={onCreate}>
          <Plus />
          Create your first project
        </Button>
      </Tooltip>
    }
  >
    A project holds the environments of one application, such as staging and production. Each environment
    holds its variables.
  </EmptyState>
)

function NoSharedProjects() {
  const account = useAccount()
  const seesNoInvitations = account && !account.email_verified && !account.can_verify_email
  return (
    <EmptyState icon={Users} title="No shared projects">
      Projects that others share with you appear here after you accept their invitation.
      {seesNoInvitations &&
        ' This server sends no mail, so invitations are not listed here: ask the person who invites you for the link.'}
    </EmptyState>
  )
}

const ProjectsFailed = ({ text, onRetry, busy }: { text: string; onRetry: () => void; busy: boolean }) => (
  <ErrorState title={text} onRetry={onRetry} busy={busy}>
    Your stored data is safe.
  </ErrorState>
)
