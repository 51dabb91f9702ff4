import type { Project } from '@envhold/contract/projects/projects.ts'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../ui/text/format.ts'
import { ChangeTime } from './change-time.tsx'
import { EnvironmentDot, ProtectedMark } from './environment-name.tsx'
import { sortEnvironments, useEnvironmentsByProject, useUsedProjects } from './used-projects.ts'

const maxVisible = 3

/** Up to three environments of a card, those used last first. Each opens its variables. */
export function CardEnvironments({ project }: { project: Project }) {
  const environments = useEnvironmentsByProject()?.get(project.id)
  const { used } = useUsedProjects()
  if (!environments) return null
  const recent = used.opened.find(({ id }) => id === project.id)?.environments ?? []
  const sorted = sortEnvironments(environments, recent)
  return (
    <ul aria-label={`Environments of ${project.name}`} className="-mx-2">
      {sorted.slice(0, maxVisible).map((environment) => (
        <li key={environment.id}>
          <Link
            to="/project/$id"
            params={{ id: String(project.id) }}
            search={{ tab: 'variables', environment: environment.id }}
            className="relative z-10 flex h-8 items-center gap-2.5 rounded-md px-2 text-small hover:bg-hover pointer-coarse:h-9"
          >
            <EnvironmentDot environment={environment} hollow={environment.variable_count === 0} />
            <span className="min-w-0 truncate">{environment.name}</span>
            <ProtectedMark environment={environment} />
            <span className="ml-auto shrink-0 text-ink-3 tabular-nums">
              <span className="sr-only">Variables: </span>
              {formatCount(environment.variable_count)}
            </span>
            <span className="min-w-21 shrink-0 text-right whitespace-nowrap text-ink-3">
              <ChangeTime change={environment.last_change} short />
            </span>
          </Link>
        </li>
      ))}
      {sorted.length > maxVisible && (
        <li className="flex h-8 items-center px-2 text-small text-ink-3">
          and {sorted.length - maxVisible} more
        </li>
      )}
    </ul>
  )
}
