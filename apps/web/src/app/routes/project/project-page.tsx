import { ApiError } from '@envhold/client/api-error.ts'
import { listProjects, type Project } from '@envhold/contract/projects/projects.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { readErrorText } from '../../../connection/api/error-text.ts'
import { refetchReads } from '../../../connection/api/read-query.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { projectQuery, unavailableQuery } from '../../../features/projects/project-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { deferred } from '../../../ui/deferred.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Blocked } from '../../../ui/feedback/blocked.tsx'
import { Spinner } from '../../../ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx'
import { BackToDashboard } from './bar/bar-buttons.tsx'
import { LoadedProject } from './loaded-project.tsx'
import type { LoadedProjectProps } from './project-panels.tsx'

const keysPollMs = 15_000

interface Props extends Omit<LoadedProjectProps, 'project'> {
  id: number
}

export function ProjectPage({ id, ...rest }: Props) {
  const { api, unsaved } = useConnection()
  const real = Number.isSafeInteger(id) && id > 0
  const {
    data: project,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...projectQuery(api, id),
    enabled: real,
    refetchInterval: ({ state }) => state.data?.project.keys_pending && keysPollMs,
  })
  useRefetchOnKeys(project?.keys_pending)
  const missing = !real || (error instanceof ApiError && (error.code === 'NOT_FOUND' || error.status === 400))
  // What was typed stays on the page, so that it can be copied.
  if (project && (!missing || unsaved.any()))
    return (
      <Blocked value={missing ? unavailableProjectText(project) : undefined}>
        {missing && (
          <Banner tone="warn" title={unavailableProjectText(project)} className="m-(--gutter)">
            Nothing can be saved to it. What you typed is still here, to copy.
          </Banner>
        )}
        <LoadedProject project={project} {...rest} />
      </Blocked>
    )
  return (
    <>
      <div className="flex h-14 items-center px-(--gutter)">
        <BackToDashboard />
      </div>
      <div className="px-(--gutter) py-4">
        {missing ? (
          <ProjectNotFound id={id} lastKnown={project} />
        ) : error ? (
          <ErrorState title="The project did not load" onRetry={refetch} busy={isFetching}>
            {readErrorText(error)}
          </ErrorState>
        ) : (
          <p role="status" className="flex animate-late items-center gap-3 py-16 text-ink-2">
            <Spinner size="sm" />
            Loading project details...
          </p>
        )}
      </div>
    </>
  )
}

/** Refetches what failed for lack of keys once the keys have been granted. */
function useRefetchOnKeys(pending: boolean | undefined) {
  const queries = useQueryClient()
  const before = useRef(pending)
  useEffect(() => {
    if (before.current && pending === false)
      void queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
    before.current = pending
  }, [pending, queries])
}

/** What became of a project that was open. */
const unavailableProjectText = ({ name, user_role, owner_username }: Project) =>
  user_role === 'owner'
    ? `${name} was deleted while you had it open.`
    : `${owner_username} deleted ${name}, or no longer shares it with you.`

/** Few people see it. */
const ProjectUnavailable = deferred(
  async () => (await import('../../../features/projects/unavailable-projects.tsx')).ProjectUnavailable,
)

/** A project that does not exist, or that was deleted or revoked while it was open. */
function ProjectNotFound({ id, lastKnown }: { id: number; lastKnown?: Project | undefined }) {
  const { api, queries } = useConnection()
  // Cached lists still contain this project.
  useEffect(() => {
    if (lastKnown) void refetchReads(queries, listProjects)
  }, [queries, lastKnown])
  const { data: unavailable, isPending } = useQuery(unavailableQuery(api))
  const known = unavailable?.find((project) => project.id === id)
  if (known) return <ProjectUnavailable project={known} />
  if (isPending) return null
  return (
    <EmptyState
      title={lastKnown ? 'You no longer have access to this project' : 'Project not found'}
      action={
        <Button asChild variant="secondary">
          <Link to="/dashboard">Back to Dashboard</Link>
        </Button>
      }
    >
      {!lastKnown
        ? 'It was deleted, or it is not shared with you.'
        : lastKnown.user_role === 'owner'
          ? unavailableProjectText(lastKnown)
          : `${unavailableProjectText(lastKnown)} Ask ${lastKnown.owner_username} if you still need it.`}
    </EmptyState>
  )
}
