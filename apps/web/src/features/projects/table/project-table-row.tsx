import type { Environment } from '@envhold/contract/environments/environments.ts'
import { may, type Project } from '@envhold/contract/projects/projects.ts'
import { Link } from '@tanstack/react-router'
import { Pin } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/class-names.ts'
import { Badge } from '../../../ui/text/badge.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { ChangeTime } from '../change-time.tsx'
import { EnvironmentDot } from '../environment-name.tsx'
import { ProjectMenu } from '../project-card.tsx'
import type { ProjectActions } from '../project-menu-items.tsx'
import { newestChange, sortEnvironments } from '../used-projects.ts'
import { peopleText } from './people-query.ts'

interface Props {
  project: Project
  /** Undefined until they are read. */
  environments: readonly Environment[] | undefined
  /** The ids of those used last. */
  recent: readonly number[]
  isPinned: boolean
  onPin: (id: number, isPinned: boolean) => void
  /** The usernames of some people in it; undefined until they are read. */
  people: readonly string[] | undefined
  actions?: ProjectActions
}

const cell = 'h-11 border-t px-4 max-md:border-0 max-md:p-0'

export function ProjectTableRow({ project, environments = [], recent, people, ...rest }: Props) {
  const { isPinned, onPin, actions } = rest
  const { id, name, description } = project
  const sorted = sortEnvironments(environments, recent)
  const last = sorted.find((environment) => environment.id === recent[0])
  const isOwner = may(project.user_role, 'own')
  return (
    <tr className="group/row hover:bg-hover focus-within:bg-hover max-md:grid max-md:min-h-15 max-md:grid-cols-[minmax(0,1fr)_auto_auto] max-md:items-center max-md:gap-x-3 max-md:border-t max-md:py-2 max-md:pr-2 max-md:pl-4">
      <th scope="row" className={cn(cell, 'font-normal max-md:col-start-1 max-md:h-auto')}>
        <span className="flex min-w-0 items-baseline gap-2.5">
          <Link
            data-project=""
            to="/project/$id"
            params={{ id: String(id) }}
            {...(last && { search: { tab: 'variables', environment: last.id } })}
            title={name}
            className="max-w-[78%] shrink-0 truncate rounded-sm text-base font-medium underline-offset-4 group-hover/row:underline"
          >
            {name}
          </Link>
          {project.keys_pending && <Badge tone="warn">keys pending</Badge>}
          {!isOwner && <Badge>{project.user_role}</Badge>}
          <span className="min-w-0 truncate text-ink-3 max-lg:hidden">
            {isOwner ? description : `Owned by ${project.owner_username}`}
          </span>
        </span>
      </th>
      <td className={cn(cell, 'max-md:col-start-2 max-md:row-span-2 max-md:row-start-1 max-md:h-auto')}>
        <RowEnvironments project={project} environments={sorted} />
      </td>
      <td className={cn(cell, 'text-right tabular-nums max-lg:hidden')}>
        {formatCount(project.variable_count)}
      </td>
      <td className={cn(cell, 'truncate text-ink-2 max-md:col-start-1 max-md:h-auto max-md:text-ink-3')}>
        <ChangeTime change={newestChange(environments)} short authorClass="text-ink-3 max-xl:hidden" />
      </td>
      <td className={cn(cell, 'truncate text-ink-2 tabular-nums max-xl:hidden')} title={people?.join(', ')}>
        {people
          ? peopleText(people, project.collaborator_count + 1)
          : formatCount(project.collaborator_count + 1)}
      </td>
      <td className={cn(cell, 'pr-2 max-md:col-start-3 max-md:row-span-2 max-md:row-start-1 max-md:h-auto')}>
        <span className="flex justify-end">
          <Button
            variant="ghost"
            size="icon"
            aria-pressed={isPinned}
            aria-label={`Pin ${name}`}
            title={isPinned ? 'Unpin' : 'Pin'}
            onClick={() => onPin(id, !isPinned)}
            className={cn(
              isPinned
                ? 'text-accent'
                : 'opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 max-md:opacity-100 pointer-coarse:opacity-100',
            )}
          >
            <Pin className={cn(isPinned && 'fill-current')} />
          </Button>
          {actions && (
            <ProjectMenu
              project={project}
              actions={actions}
              className="opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 aria-expanded:opacity-100 max-md:opacity-100 pointer-coarse:opacity-100"
            />
          )}
        </span>
      </td>
    </tr>
  )
}

/** The first with its name, and dots for the next ones. */
const maxDots = 5

interface RowEnvironmentsProps {
  project: Project
  environments: readonly Environment[]
}

const titleOf = ({ name, protected: isProtected, variable_count }: Environment) =>
  `${name}${isProtected ? ' (protected)' : ''}${variable_count === 0 ? ', empty' : ''}`

/** The environments of a row. Each opens its variables. */
function RowEnvironments({ project, environments }: RowEnvironmentsProps) {
  const [first, ...others] = environments
  if (!first) return null
  const link = (environment: Environment) =>
    ({
      to: '/project/$id',
      params: { id: String(project.id) },
      search: { tab: 'variables', environment: environment.id },
      title: titleOf(environment),
    }) as const
  const left = others.length - maxDots
  return (
    <span className="flex items-center max-md:justify-end">
      <Link
        {...link(first)}
        className="flex h-7 max-w-36 min-w-0 items-center gap-2 pr-1.5 font-medium underline-offset-4 hover:underline max-md:px-2"
      >
        <EnvironmentDot environment={first} hollow={first.variable_count === 0} />
        <span className="truncate max-md:sr-only">{first.name}</span>
      </Link>
      {others.slice(0, maxDots).map((environment) => (
        <Link
          key={environment.id}
          {...link(environment)}
          aria-label={titleOf(environment)}
          className="grid h-7 w-6 shrink-0 place-items-center rounded-sm hover:bg-line max-md:nth-[n+4]:hidden pointer-coarse:h-9"
        >
          <EnvironmentDot environment={environment} hollow={environment.variable_count === 0} />
        </Link>
      ))}
      {left > 0 && <span className="pl-1 text-ink-3 tabular-nums">+{left}</span>}
    </span>
  )
}
