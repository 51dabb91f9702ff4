import type { FoundEnvironment, FoundVariable } from '@envhold/contract/variables/find.ts'
import { EnvironmentDot, ProtectedMark } from '../environment-name.tsx'

const maxDots = 5

/** Environments as dots, the protected ones first, with their names for screen readers and on hover. */
export function FoundDots({ environments }: { environments: readonly FoundEnvironment[] }) {
  const more = environments.length - maxDots
  return (
    <span className="flex items-center gap-1.5" title={environments.map(({ name }) => name).join(', ')}>
      {environments.slice(0, maxDots).map((environment) => (
        <span key={environment.id} className="flex items-center gap-0.5">
          <EnvironmentDot environment={environment} />
          <ProtectedMark environment={environment} />
          <span className="sr-only">{environment.name}</span>
        </span>
      ))}
      {more > 0 && <span className="text-small text-ink-3">+{more}</span>}
    </span>
  )
}

/** A project, with its owner where that is another user. */
export const FoundProject = ({ project }: Pick<FoundVariable, 'project'>) => (
  <span className="min-w-0 truncate">
    {project.name}
    {project.user_role !== 'owner' && <span className="text-ink-3"> of {project.owner_username}</span>}
  </span>
)

/** Of several lines about one key, the first names it and the others repeat it in grey. */
export const isRepeated = (matches: readonly FoundVariable[], at: number): boolean =>
  at > 0 && matches[at - 1]?.key === matches[at]?.key

/** `11 in 7 projects` */
export const countFound = (total: number, projects: number): string =>
  `${total} in ${projects === 1 ? '1 project' : `${projects} projects`}`
