import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useApi } from '../../connection/use-api.ts'
import { cn } from '../../ui/class-names.ts'
import { TableRow } from '../../ui/lists/table.tsx'
import { projectsQuery } from '../projects/project-queries.ts'

/** A row of a list. On a phone two lines: event and severity, then details and time. */
export function EntryRow({ isNew, children }: { isNew: boolean; children: ReactNode }) {
  return (
    <TableRow
      className={cn(
        'max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-y-0.5',
        isNew && 'animate-appear bg-accent-soft/50',
      )}
    >
      {children}
    </TableRow>
  )
}

/** Details of a row in one line, each with a label for screen readers. */
export function MetaLine({ parts }: { parts: Readonly<Record<string, ReactNode>> }) {
  const known = Object.entries(parts).filter(([, part]) => part !== null && part !== '')
  return known.map(([name, part], index) => (
    <Fragment key={name}>
      <span className="sr-only">{name} </span>
      {part}
      {index < known.length - 1 && ' · '}
    </Fragment>
  ))
}

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
