import { listDeletedProjects, restoreDeletedProject } from '@envhold/contract/archive/archive.ts'
import { useMutation } from '@tanstack/react-query'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { useRead } from '../../../connection/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { formatDay } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { complianceErrors } from '../archive-actions.tsx'

/** Deleted projects of the account, until they are erased. */
export function DeletedProjects() {
  const { data, isError } = useRead(listDeletedProjects, {})
  const restore = useRestoreDeleted()
  if (isError) return <p className="mt-8 text-ink-2">Your deleted projects could not be loaded.</p>
  if (!data || data.deletedProjects.length === 0) return null
  return (
    <section className="mt-8" aria-labelledby="deleted-projects">
      <h2 id="deleted-projects" className="mb-1 font-semibold">
        Deleted Projects
      </h2>
      <p className="mb-3 text-ink-2">
        A project that you restore has its collaborators again, and its API keys work.
      </p>
      <ul className="rounded-lg border bg-surface">
        {data.deletedProjects.map(({ id, name, deletedAt, erasedAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b px-4 py-4 last:border-b-0"
          >
            <div className="grid min-w-0 flex-1 basis-72 gap-1">
              <h3 className="font-semibold break-words">{name}</h3>
              <p className="text-small text-ink-3">
                Deleted by you <Time at={deletedAt} date /> · erased on {formatDay(erasedAt)}
              </p>
            </div>
            <Button
              variant="secondary"
              aria-label={`Restore ${name}`}
              busy={restore.isPending && restore.variables === id}
              onClick={() => restore.mutate(id)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useRestoreDeleted() {
  const { api, queries } = useConnection()
  return useMutation({
    mutationFn: (id: number) => api.call(restoreDeletedProject, { params: { id } }),
    onSuccess: ({ restored }) => void toast.success(`Project "${restored.name}" restored successfully`),
    onError: (error) => notifyError(error, complianceErrors.restoreProject),
    onSettled: () => queries.invalidateQueries(),
  })
}
