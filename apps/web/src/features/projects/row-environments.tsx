import type { Environment } from '@envhold/contract/environments.ts'
import type { Project } from '@envhold/contract/projects.ts'
import { Link } from '@tanstack/react-router'
import { EnvironmentDot } from './environment-dot.tsx'

/** The first with its name, and dots for the next ones. */
const maxDots = 5

interface Props {
  project: Project
  environments: readonly Environment[]
}

const titleOf = ({ name, protected: isProtected, variable_count }: Environment) =>
  `${name}${isProtected ? ' (protected)' : ''}${variable_count === 0 ? ', empty' : ''}`

/** The environments of a row. Each opens its variables. */
export function RowEnvironments({ project, environments }: Props) {
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
