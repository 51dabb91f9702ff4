import { may, type Project } from '@envhold/contract/projects/projects.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useApi } from '../../connection/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/class-names.ts'
import { deferred } from '../../ui/deferred.tsx'
import { DropdownMenu } from '../../ui/dialogs/dropdown-menu.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Badge } from '../../ui/text/badge.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import type { ProjectActions } from './project-menu-items.tsx'
import { environmentsQuery, projectQuery } from './project-queries.ts'

const CardEnvironments = deferred(async () => (await import('./card-environments.tsx')).CardEnvironments)
const shownEnvironments = 3
const lineHeight = 32

interface Props {
  project: Project
  /** Their code and their list come after the cards: the first picture does not wait for them. */
  showsEnvironments: boolean
  /** Owners only. */
  actions?: ProjectActions
}

export function ProjectCard({ project, showsEnvironments, actions }: Props) {
  const api = useApi()
  const queries = useQueryClient()
  const prefetch = () => {
    void queries.prefetchQuery(projectQuery(api, project.id))
    void queries.prefetchQuery(environmentsQuery(api, project.id))
  }
  const isOwner = may(project.user_role, 'own')
  // One more line says how many more there are. Known beforehand, so that nothing moves when they come.
  const lines = Math.min(project.environment_count, shownEnvironments + 1)
  return (
    <article className="relative flex min-h-40 flex-col rounded-lg border bg-surface p-5 shadow-low transition-colors hover:border-line-strong has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-accent">
      <div className="flex items-start gap-2">
        <h2 className="min-w-0 flex-1 font-semibold">
          <Link
            to="/project/$id"
            params={{ id: String(project.id) }}
            onMouseEnter={prefetch}
            onFocus={prefetch}
            className="line-clamp-2 break-words outline-none after:absolute after:inset-0 after:rounded-lg"
          >
            {project.name}
          </Link>
        </h2>
        {project.keys_pending && <Badge tone="warn">keys pending</Badge>}
        <Badge tone={isOwner ? 'accent' : 'neutral'}>{project.user_role}</Badge>
        {actions && (
          <ProjectMenu project={project} actions={actions} className="relative z-10 -my-1.5 -mr-2" />
        )}
      </div>
      <p className={cn('mt-1 line-clamp-2 break-words', project.description ? 'text-ink-2' : 'text-ink-3')}>
        {project.description || 'No description'}
      </p>
      {lines > 0 && (
        <div className="my-2" style={{ minHeight: lines * lineHeight }}>
          {showsEnvironments && <CardEnvironments project={project} />}
        </div>
      )}
      <div className="mt-auto flex flex-wrap items-baseline justify-between gap-x-3 text-small text-ink-3">
        <span className="max-w-full truncate">
          {isOwner
            ? `${formatCount(project.environment_count, 'environment')} · ${formatCount(project.variable_count, 'variable')}`
            : `Owned by ${project.owner_username}`}
        </span>
        <span className="shrink-0">
          <span className="sr-only">Created </span>
          <Time at={project.created_at} date />
        </span>
      </div>
    </article>
  )
}

interface CardPosition {
  readonly left: number
  readonly top: number
}

/** The card that an arrow key moves to, by position; none past the ends, and none for other keys. */
export function nextCard(
  positions: readonly CardPosition[],
  position: number,
  key: string,
): number | undefined {
  const here = positions[position]
  if (!here) return undefined
  if (key === 'ArrowRight') return position + 1 < positions.length ? position + 1 : undefined
  if (key === 'ArrowLeft') return position > 0 ? position - 1 : undefined
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined
  const isInDirection = ({ top }: CardPosition) => (key === 'ArrowDown' ? top > here.top : top < here.top)
  const distance = ({ left, top }: CardPosition) =>
    Math.abs(top - here.top) * 1_000 + Math.abs(left - here.left)
  return positions
    .map((place, index) => ({ place, index }))
    .filter(({ place }) => isInDirection(place))
    .toSorted((left, right) => distance(left.place) - distance(right.place))[0]?.index
}

const ProjectMenuItems = lazyPart(() => import('./project-menu-items.tsx'), 'ProjectMenuItems')

interface ProjectMenuProps {
  project: Project
  actions: ProjectActions
  /** Of its button. */
  className: string
}

export function ProjectMenu({ project, actions, className }: ProjectMenuProps) {
  return (
    <DropdownMenu
      trigger={
        <Button variant="ghost" size="icon" aria-label={`More for ${project.name}`} className={className}>
          <Ellipsis />
        </Button>
      }
    >
      <ProjectMenuItems project={project} actions={actions} />
    </DropdownMenu>
  )
}
