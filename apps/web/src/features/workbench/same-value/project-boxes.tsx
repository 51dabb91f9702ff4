import type { FoundVariable } from '@envhold/contract/variables/find.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useApi } from '../../../connection/use-api.ts'
import { FoundDots, FoundProject } from '../../projects/find/found-parts.tsx'
import { projectsQuery } from '../../projects/project-queries.ts'
import { flipped } from '../arrangement/selection.ts'
import { byProject, whyNotWritable } from './same-values-query.ts'

/** Whether the user can write to the project of a found variable. */
export function useWritable() {
  const { data } = useQuery({ ...projectsQuery(useApi()), enabled: false })
  return ({ project }: FoundVariable): boolean => whyNotWritable(project, data) === undefined
}

interface Props {
  matches: readonly FoundVariable[]
  isChosen: (one: FoundVariable) => boolean
  /** The projects that are not as they were, or those that are chosen: a press puts one in or takes it out. */
  flips: ReadonlySet<number>
  onFlips: (projectIds: ReadonlySet<number>) => void
}

/** Projects to write to, with their environments. What the user cannot write is listed, and not ticked. */
export function ProjectBoxes({ matches, isChosen, flips, onFlips }: Props) {
  const id = useId()
  const writable = useWritable()
  return (
    <ul>
      {byProject(matches).map((variables) => {
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
              htmlFor={`${id}-${project.id}`}
              title={keys}
              className="flex min-h-9 items-center gap-3 rounded-md px-2.5 hover:bg-hover has-disabled:text-ink-3 pointer-coarse:min-h-11"
            >
              <input
                id={`${id}-${project.id}`}
                type="checkbox"
                checked={canWrite && isChosen(one)}
                disabled={!canWrite}
                onChange={() => onFlips(flipped(flips, project.id))}
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
