import type { Project } from '@envhold/contract/projects/projects.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Searchable } from '../../ui/forms/searchable.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { retainedChoice } from './retained-choice.ts'

interface Props {
  projects: readonly Project[]
  kept: readonly number[]
  max: number
  onKept: (kept: readonly number[]) => void
}

/** The account's projects with a check box each. */
export function RetainList({ projects, kept, max, onKept }: Props) {
  const options = projects.map((project) => ({ project, label: project.name }))
  const isFull = max !== 1 && max !== -1 && kept.length >= max
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 font-medium">
        {`Projects that stay: ${kept.length} of ${max}`}
        {isFull && <span className="font-normal text-ink-2">. Uncheck one to choose another.</span>}
      </legend>
      <Searchable noun="projects" options={options}>
        {(found) => (
          <div className="max-h-60 overflow-y-auto rounded-md border">
            {found.map(({ project }) => {
              const isKept = kept.includes(project.id)
              return (
                <Checkbox
                  key={project.id}
                  label={<span className="break-words">{project.name}</span>}
                  hint={factsOf(project)}
                  checked={isKept}
                  disabled={isFull && !isKept}
                  onChange={({ target }) =>
                    onKept(retainedChoice(kept, { id: project.id, on: target.checked, max }))
                  }
                  className="border-b px-3 py-2 last:border-b-0"
                />
              )
            })}
          </div>
        )}
      </Searchable>
    </fieldset>
  )
}

const factsOf = ({ environment_count, variable_count, collaborator_count }: Project) =>
  [
    formatCount(environment_count, 'environment'),
    formatCount(variable_count, 'variable'),
    collaborator_count > 0 && formatCount(collaborator_count, 'collaborator'),
  ]
    .filter(Boolean)
    .join(' · ')
