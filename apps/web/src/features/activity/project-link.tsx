import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useApi } from '../../connection/use-api.ts'
import { projectsQuery } from '../projects/project-queries.ts'

/** A project's name, with a link if it can be opened. */
export function ProjectLink({ id, name }: { id: number | null; name: string | null }) {
  const { data: projects = [] } = useQuery(projectsQuery(useApi()))
  if (name === null || !projects.some((project) => project.id === id)) return name
  return (
    <Link
      to="/project/$id"
      params={{ id: String(id) }}
      className="rounded-sm underline-offset-4 hover:text-ink hover:underline"
    >
      {name}
    </Link>
  )
}
