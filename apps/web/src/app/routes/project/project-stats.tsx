import type { Project } from '@envhold/contract/projects.ts'
import { Card } from '../../../ui/card.tsx'
import { Time } from '../../../ui/time.tsx'

/** Counts of a project: beside its name on wide screens, below it on narrow ones. */
export function ProjectStats({ project }: { project: Project }) {
  const counts = [
    { label: 'Environments', count: project.environment_count },
    { label: 'Variables', count: project.variable_count },
    { label: 'Collaborators', count: project.collaborator_count },
  ]
  return (
    <Card className="px-4 py-3 sm:px-5">
      <h2 className="sr-only">Project stats</h2>
      <dl className="grid grid-cols-[repeat(3,auto)] justify-between gap-x-3 sm:grid-cols-4 sm:justify-normal sm:gap-x-4 lg:gap-x-8">
        {counts.map(({ label, count }) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-small text-ink-3">{label}</dt>
            <dd className="font-semibold">{count.toLocaleString('en-US')}</dd>
          </div>
        ))}
        <div className="flex flex-col-reverse max-sm:hidden">
          <dt className="text-small text-ink-3">Created</dt>
          <dd>
            <Time at={project.created_at} date />
          </dd>
        </div>
      </dl>
    </Card>
  )
}
