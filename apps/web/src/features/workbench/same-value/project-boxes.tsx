import { may } from '@envhold/contract/projects/projects.ts'
import type { FoundVariable } from '@envhold/contract/variables/find.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { FoundDots, FoundProject } from '../../projects/find/found-parts.tsx'
import { projectsQuery } from '../../projects/project-queries.ts'

/** Whether the user can write to the project of a found variable. */
export function useWritable() {
  const { data: projects } = useQuery({ ...projectsQuery(useApi()), enabled: false })
  return ({ project: { id, user_role } }: FoundVariable): boolean =>
    may(user_role, 'write') && !projects?.find((project) => project.id === id)?.read_only
}

interface Props {
  matches: readonly FoundVariable[]
  isChosen: (projectId: number) => boolean
  onFlip: (projectId: number) => void
}

/** Projects to write to, with their environments. What the user cannot write is listed, and not ticked. */
export function ProjectBoxes({ matches, isChosen, onFlip }: Props) {
  const writable = useWritable()
  return (
    <ul>
      {[...Map.groupBy(matches, ({ project }) => project.id).values()].map((variables) => {
        const [one] = variables
        if (!one) return null
        const { project } = one
        const canWrite = writable(one)
        const environments = new Map(
          variables.flatMap((each) => each.environments).map((each) => [each.id, each]),
        )
        const keys = [...new Set(variables.map(({ key }) => key))].join(', ')
        return (
          <li key={project.id}>
            <label
              title={keys}
              className="flex min-h-9 items-center gap-3 rounded-md px-2.5 hover:bg-hover has-disabled:text-ink-3 pointer-coarse:min-h-11"
            >
              <input
                type="checkbox"
                checked={canWrite && isChosen(project.id)}
                disabled={!canWrite}
                onChange={() => onFlip(project.id)}
                className="size-4 shrink-0 accent-accent"
              />
              <span className="flex min-w-0 flex-1">
                <FoundProject project={project} />
              </span>
              {!canWrite && <span className="text-small text-ink-3">read only</span>}
              <FoundDots environments={[...environments.values()]} />
            </label>
          </li>
        )
      })}
    </ul>
  )
}
