import { type UnavailableProject, unavailableText } from '@envhold/contract/projects/unavailable.ts'
import { Link } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { Badge } from '../../ui/text/badge.tsx'
import { formatDay } from '../../ui/text/format.ts'

/** `Archived by its owner until Dec 27, 2026`. */
const whyUnavailable = ({ reason, until }: UnavailableProject): string =>
  unavailableText(reason, until === null ? null : formatDay(until))

/** Below the shared projects: those that cannot be used now, why, and whom to ask. */
export const UnavailableProjects = ({ projects }: { projects: readonly UnavailableProject[] }) => (
  <section aria-labelledby="unavailable-projects" className="grid gap-2">
    <h2 id="unavailable-projects" className="font-semibold">
      Not available now
    </h2>
    <ul className="rounded-lg border bg-surface">
      {projects.map((project) => (
        <li key={project.id} className="grid gap-0.5 border-b px-4 py-3 last:border-b-0">
          <p className="flex items-start justify-between gap-3">
            <span className="min-w-0 font-medium break-words">{project.name}</span>
            <Badge tone="neutral">{project.user_role}</Badge>
          </p>
          <p className="text-ink-2">{whyUnavailable(project)}.</p>
          <AskOwner project={project} />
        </li>
      ))}
    </ul>
  </section>
)

/** Who can change it. */
const AskOwner = ({ project }: { project: UnavailableProject }) => (
  <p className="text-small break-words text-ink-2">
    Ask {project.owner_username}, the owner:{' '}
    <a
      href={`mailto:${project.owner_email}`}
      className="rounded-sm text-accent underline-offset-4 hover:underline"
    >
      {project.owner_email}
    </a>
  </p>
)

/** In place of the page of such a project. */
export const ProjectUnavailable = ({ project }: { project: UnavailableProject }) => (
  <EmptyState
    title={`${project.name} is not available now`}
    action={
      <Button asChild variant="secondary">
        <Link to="/dashboard">Back to Dashboard</Link>
      </Button>
    }
  >
    <p>{whyUnavailable(project)}.</p>
    <AskOwner project={project} />
  </EmptyState>
)
