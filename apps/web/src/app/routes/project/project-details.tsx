import { may, type Project } from '@envhold/contract/projects/projects.ts'
import { Badge } from '../../../ui/text/badge.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'

/** Description, role, counts and age of a project. */
export function ProjectDetails({ project }: { project: Project }) {
  const isOwner = may(project.user_role, 'own')
  const counts = [
    { label: 'Environments', count: project.environment_count },
    { label: 'Variables', count: project.variable_count },
    { label: 'Collaborators', count: project.collaborator_count },
  ]
  return (
    <>
      <div className="grid gap-1">
        <p className="flex items-start justify-between gap-3">
          <span className="min-w-0 font-semibold break-words">{project.name}</span>
          <Badge tone={isOwner ? 'accent' : 'neutral'}>{project.user_role}</Badge>
        </p>
        {project.description && <p className="max-w-prose break-words text-ink-2">{project.description}</p>}
        {!isOwner && <p className="text-small text-ink-3">of {project.owner_username}</p>}
      </div>
      <dl className="grid gap-1.5 text-small">
        {counts.map(({ label, count }) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-ink-2">{label}</dt>
            <dd className="tabular-nums">{formatCount(count)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4">
          <dt className="text-ink-2">Created</dt>
          <dd>
            <Time at={project.created_at} date />
          </dd>
        </div>
      </dl>
    </>
  )
}
