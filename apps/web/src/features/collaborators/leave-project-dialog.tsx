import { removeCollaborator } from '@envhold/contract/collaborators.ts'
import type { Project } from '@envhold/contract/projects.ts'
import { toast } from 'sonner'
import { CallDialog } from '../../connection/call-dialog.tsx'
import { useConnection } from '../../connection/use-connection.ts'
import { environmentsQuery, projectQuery, projectsQuery } from '../projects/project-queries.ts'
import { collaboratorErrors } from './collaborator-errors.ts'
import { collaboratorsQuery } from './collaborator-queries.ts'
import { useVaultIfOpen } from './use-vault-if-open.ts'

interface Props {
  project: Project
  /** The user who leaves. */
  userId: number
  onClose: () => void
  /** Called after leaving, to navigate away. */
  onLeft: () => Promise<unknown>
}

export function LeaveProjectDialog({ project, userId, onClose, onLeft }: Props) {
  const { api, queries } = useConnection()
  const ifOpen = useVaultIfOpen()
  const confirm = async () => {
    await ifOpen(() => api.call(removeCollaborator, { params: { id: project.id, userId } }))
    toast.success(`You left ${project.name}`)
    await onLeft()
    for (const { queryKey } of [
      projectQuery(api, project.id),
      environmentsQuery(api, project.id),
      collaboratorsQuery(api, project.id),
    ])
      queries.removeQueries({ queryKey })
    await queries.invalidateQueries(projectsQuery(api))
  }
  return (
    <CallDialog
      title="Leave project"
      description={
        <>
          You and your tokens lose access to{' '}
          <span className="font-medium break-words text-ink">{project.name}</span> at once, and the
          environments you could read get new keys. Only {project.owner_username} can invite you again.
        </>
      }
      confirmText="Leave project"
      errors={collaboratorErrors.leaveProject}
      onClose={onClose}
      onConfirm={confirm}
    />
  )
}
