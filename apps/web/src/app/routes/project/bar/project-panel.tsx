import type { Project } from '@envhold/contract/projects/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useApi } from '../../../../connection/use-api.ts'
import { projectsQuery } from '../../../../features/projects/project-queries.ts'
import { lastChangedFirst, useEnvironmentsByProject } from '../../../../features/projects/used-projects.ts'
import { PopoverPanel } from '../../../../ui/dialogs/popover-panel.tsx'
import { ProjectDetails } from '../project-details.tsx'

const maxOthers = 6

interface Props {
  project: Project
  anchor: HTMLElement
  onClose: () => void
}

const linkClass = 'flex min-h-9 items-center rounded-md px-2.5 text-small hover:bg-hover'

/** What there is to say about a project, and the way to others. */
export function ProjectPanel({ project, anchor, onClose }: Props) {
  const { data: projects = [] } = useQuery(projectsQuery(useApi()))
  const others = lastChangedFirst(projects, useEnvironmentsByProject())
    .filter(({ id }) => id !== project.id)
    .slice(0, maxOthers)
  return (
    <PopoverPanel label={`About ${project.name}`} anchor={anchor} onClose={onClose} className="w-80">
      <div className="grid gap-3 p-4">
        <ProjectDetails project={project} />
      </div>
      <div className="min-h-0 overflow-y-auto border-t p-1.5">
        {others.length > 0 && <h2 className="px-2.5 pt-1.5 pb-1 text-small text-ink-3">Other projects</h2>}
        {others.map(({ id, name }) => (
          <Link
            key={id}
            to="/project/$id"
            params={{ id: String(id) }}
            onClick={onClose}
            className={linkClass}
          >
            <span className="truncate">{name}</span>
          </Link>
        ))}
        <Link to="/dashboard" onClick={onClose} className={`${linkClass} text-ink-2`}>
          All projects
        </Link>
      </div>
    </PopoverPanel>
  )
}
