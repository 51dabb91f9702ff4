import { deleteProject, type Project } from '@envhold/contract/projects/projects.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notifyError } from '../../connection/api/notify-error.ts'
import { useApi } from '../../connection/use-api.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { refetchSubscriptionSoon } from '../subscription/subscription-status.tsx'
import { projectErrors, projectQuery, projectsQuery } from './project-queries.ts'

interface Props {
  project: Project
  onClose: () => void
}

/** The card disappears immediately, and reappears if the server rejects the call. */
export function DeleteProjectDialog({ project, onClose }: Props) {
  const api = useApi()
  const queries = useQueryClient()
  const { queryKey } = projectsQuery(api)
  const { mutate } = useMutation({
    mutationFn: () => api.call(deleteProject, { params: { id: project.id } }),
    onMutate: async () => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      queries.setQueryData(queryKey, (all) => all?.filter(({ id }) => id !== project.id))
      return before
    },
    onError: (error, _, before) => {
      queries.setQueryData(queryKey, before)
      notifyError(error, projectErrors.deleteProject)
    },
    onSuccess: () => {
      toast.success('Project deleted successfully!')
      queries.removeQueries(projectQuery(api, project.id))
    },
    onSettled: () => {
      refetchSubscriptionSoon()
      return queries.invalidateQueries({ queryKey })
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete project"
      description={
        <>
          Its environments, variables and history are deleted with it, and its API keys stop working
          immediately. The operator of this server can restore it within 7 days.
        </>
      }
      typedName={project.name}
      confirmText="Delete project"
      onConfirm={() => mutate()}
    />
  )
}
