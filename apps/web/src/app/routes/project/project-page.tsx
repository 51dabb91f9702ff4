import { ApiError } from '@envhold/client/api-error.ts'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../../connection/api/error-text.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { projectQuery } from '../../../features/projects/project-queries.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Blocked } from '../../../ui/blocked.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { BackToDashboard } from './bar/back-to-dashboard.tsx'
import { LoadedProject } from './loaded-project.tsx'
import type { LoadedProjectProps } from './loaded-project-props.ts'
import { ProjectNotFound, unavailableProjectText } from './project-not-found.tsx'
import { useRefetchOnKeys } from './use-refetch-on-keys.ts'

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
    refetchInterval: ({ state }) => state.data?.keys_pending && keysPollMs,
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
          <ProjectNotFound lastKnown={project} />
        ) : error ? (
          <ErrorState title="The project did not load" onRetry={refetch} busy={isFetching}>
            {errorText(error)} Your stored data is safe.
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
