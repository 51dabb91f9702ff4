import type { Project } from '@envhold/contract/projects.ts'
import { Card } from '../ui/card.tsx'
import { Time } from '../ui/time.tsx'

/** How much is in a project: beside it on a wide screen, a strip above it on a narrow one. */
export function ProjectStats({ project }: { project: Project }) {
  const counts = [
    { label: 'Environments', count: project.environment_count },
    { label: 'Variables', count: project.variable_count },
    { label: 'Collaborators', count: project.collaborator_count },
  ]
  return (
    <Card className="p-4 max-xl:py-3">
      <h2 className="mb-3 font-semibold max-xl:sr-only">Project stats</h2>
      <dl className="grid grid-cols-3 gap-x-4 gap-y-2 sm:grid-cols-4 xl:grid-cols-1">
        {counts.map(({ label, count }) => (
          <div key={label} className="flex justify-between gap-x-2 max-xl:flex-col-reverse xl:items-baseline">
            <dt className="text-ink-2">{label}</dt>
            <dd className="font-semibold">{count.toLocaleString('en-US')}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-x-2 max-sm:hidden max-xl:flex-col-reverse xl:mt-1 xl:items-baseline xl:text-small xl:text-ink-3 xl:border-t xl:pt-3">
          <dt className="max-xl:text-ink-2">Created</dt>
          <dd>
            <Time at={project.created_at} date />
          </dd>
        </div>
      </dl>
    </Card>
  )
}
