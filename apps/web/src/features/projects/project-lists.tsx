import type { Project } from '@envhold/contract/projects.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { FolderKey, Plus, Users } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { errorText } from '../../connection/api/error-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { nextCard } from './next-card.ts'
import { ProjectCard } from './project-card.tsx'
import { ProjectCardSkeleton } from './project-card-skeleton.tsx'
import { projectErrors } from './project-errors.ts'

type Query = Pick<UseQueryResult<Project[]>, 'error' | 'isFetching' | 'refetch'>

interface OwnedProps {
  projects: readonly Project[] | undefined
  query: Query
  /** Why none can be created. */
  createBlocked: string | undefined
  onCreate: () => void
  /** In a grace period. */
  onArchive: ((project: Project) => void) | undefined
  onEdit: (project: Project) => void
  onDelete: (project: Project) => void
}

export function OwnedProjects({
  projects,
  query,
  createBlocked,
  onCreate,
  onArchive,
  onEdit,
  onDelete,
}: OwnedProps) {
  return (
    <Loaded projects={projects} query={query}>
      {projects?.length === 0 ? (
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
          A project holds the environments of one application, such as staging and production. Each
          environment holds its variables.
        </EmptyState>
      ) : (
        <CardGrid>
          {projects?.map((project) => (
            <ProjectCard
              key={project.id}
              project={project}
              onEdit={() => onEdit(project)}
              onDelete={() => onDelete(project)}
              onArchive={onArchive && (() => onArchive(project))}
            />
          ))}
        </CardGrid>
      )}
    </Loaded>
  )
}

export function SharedProjects({ projects, query }: Pick<OwnedProps, 'projects' | 'query'>) {
  return (
    <Loaded projects={projects} query={query}>
      {projects?.length === 0 ? (
        <EmptyState icon={Users} title="No shared projects">
          Projects that others share with you appear here after you accept their invitation.
        </EmptyState>
      ) : (
        <CardGrid>
          {projects?.map((project) => (
            <ProjectCard key={project.id} project={project} />
          ))}
        </CardGrid>
      )}
    </Loaded>
  )
}

/** Cards, skeletons, an error, or the cached list with a warning if refetching failed. */
function Loaded({
  projects,
  query,
  children,
}: Pick<OwnedProps, 'projects' | 'query'> & { children: ReactNode }) {
  const { error, refetch, isFetching } = query
  if (!projects && error)
    return (
      <ErrorState
        title={errorText(error, projectErrors.loadProjects)}
        onRetry={() => refetch()}
        busy={isFetching}
      >
        Your stored data is safe.
      </ErrorState>
    )
  if (!projects)
    return (
      <CardGrid>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((each) => (
          <ProjectCardSkeleton key={each} />
        ))}
      </CardGrid>
    )
  return (
    <div className="grid gap-4">
      {error && (
        <Banner
          tone="warn"
          title="This list may be out of date"
          action={
            <Button variant="secondary" size="sm" busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {errorText(error, projectErrors.loadProjects)}
        </Banner>
      )}
      {children}
    </div>
  )
}

const CardGrid = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: the cards' links have the focus; arrows only move it.
  <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3" onKeyDown={moveBetweenCards}>
    {children}
  </div>
)

/** Arrow keys move between cards; Enter opens the focused one. */
function moveBetweenCards(event: KeyboardEvent<HTMLDivElement>) {
  if (event.metaKey || event.ctrlKey || event.altKey || !(event.target instanceof HTMLAnchorElement)) return
  const links = [...event.currentTarget.querySelectorAll('a')]
  const positions = links.map(
    (link) => link.closest('article')?.getBoundingClientRect() ?? { left: 0, top: 0 },
  )
  const next = links[nextCard(positions, links.indexOf(event.target), event.key) ?? -1]
  if (!next) return
  event.preventDefault()
  next.focus()
}
