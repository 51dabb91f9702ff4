import { type Collaborator, removeCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { toast } from 'sonner'
import { CallDialog } from '../../connection/call-dialog.tsx'
import { useConnection } from '../../connection/use-connection.ts'
import { formatCount } from '../../ui/text/format.ts'
import { environmentsQuery, projectQuery, projectsQuery } from '../projects/project-queries.ts'
import { RekeyNote } from './collaborator-notices.tsx'
import {
  collaboratorErrors,
  collaboratorsQuery,
  refetchCollaborators,
  useVaultIfOpen,
} from './collaborator-queries.ts'

interface Props {
  project: Project
  collaborator: Collaborator
  userId: number
  onClose: () => void
}

export function RemoveCollaboratorDialog({ project, collaborator, userId, onClose }: Props) {
  const connection = useConnection()
  const ifOpen = useVaultIfOpen()
  const confirm = async () => {
    const params = { id: project.id, userId }
    const { rekey_pending } = await ifOpen(() => connection.api.call(removeCollaborator, { params }))
    const left = pendingRekeyText(rekey_pending)
    toast.success('Collaborator removed', left ? { description: left } : {})
    await refetchCollaborators(connection, project.id)
  }
  return (
    <CallDialog
      title="Remove collaborator"
      description={
        <div className="grid gap-2">
          <p>
            <span className="font-medium break-words text-ink">{collaborator.username}</span> loses access to
            this project at once, and so do their tokens.
          </p>
          {collaborator.shared_environments.length > 0 && (
            <RekeyNote count={collaborator.shared_environments.length} which="they could read" />
          )}
          <p>They may have kept values they already read, so replace the ones that matter.</p>
        </div>
      }
      confirmText="Remove collaborator"
      errors={collaboratorErrors.removeCollaborator}
      onClose={onClose}
      onConfirm={confirm}
    />
  )
}

/** Describes re-keys that are pending because access was revoked without an open vault. */
export const pendingRekeyText = (count: number): string | undefined =>
  count === 0
    ? undefined
    : `${formatCount(count, 'environment')} ${count === 1 ? 'gets a new key' : 'get new keys'} at the next unlocked change.`

interface LeaveProjectDialogProps {
  project: Project
  /** The user who leaves. */
  userId: number
  onClose: () => void
  /** Called after leaving, to navigate away. */
  onLeft: () => Promise<unknown>
}

export function LeaveProjectDialog({ project, userId, onClose, onLeft }: LeaveProjectDialogProps) {
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
