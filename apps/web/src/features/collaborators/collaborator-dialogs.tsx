import { type Collaborator, removeCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { CallDialog } from '../../connection/call-dialog.tsx'
import { useConnection } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx'
import { Strong } from '../../ui/text/strong.tsx'
import { environmentsQuery, projectQuery, projectsQuery } from '../projects/project-queries.ts'
import {
  type CollaboratorAct,
  collaboratorErrors,
  collaboratorsQuery,
  useVaultIfOpen,
} from './collaborator-queries.ts'
import { EditPermissionDialog } from './edit-permission-dialog.tsx'
import { CancelInvitationDialog, InvitationLinkDialog } from './invitations/invitation-dialogs.tsx'
import { InviteDialog } from './invitations/invite-dialog.tsx'
import type { CollaboratorsOfProject } from './invitations/invite-rules.ts'
import { RemoveCollaboratorDialog } from './remove-collaborator-dialog.tsx'

export type OpenedDialog =
  | { what: 'invite' }
  | { what: 'not-mailed'; email: string }
  | { what: 'link'; email: string; link: string }
  | { what: CollaboratorAct; collaborator: Collaborator }
  | { what: 'leave'; userId: number }

interface Props {
  opened: OpenedDialog
  project: Project
  members: CollaboratorsOfProject
  environments: readonly Environment[]
  onOpen: (next: OpenedDialog | undefined) => void
  onLeft: () => Promise<unknown>
}

/** The tab's open dialog. */
export function CollaboratorDialogs({ opened, project, members, environments, onOpen, onLeft }: Props) {
  const all = { project, onClose: () => onOpen(undefined) }
  switch (opened.what) {
    case 'invite':
      return (
        <InviteDialog
          {...all}
          members={members}
          environments={environments}
          onNotMailed={(email) => onOpen({ what: 'not-mailed', email })}
          onLink={(link) => onOpen({ what: 'link', ...link })}
        />
      )
    case 'not-mailed':
      return <NotMailedDialog email={opened.email} onClose={all.onClose} />
    case 'link':
      return <InvitationLinkDialog email={opened.email} link={opened.link} onClose={all.onClose} />
    case 'leave':
      return <LeaveProjectDialog {...all} userId={opened.userId} onLeft={onLeft} />
    case 'cancel':
      return <CancelInvitationDialog {...all} email={opened.collaborator.email} />
    case 'edit':
      return <EditPermissionDialog {...all} collaborator={opened.collaborator} environments={environments} />
    default: {
      // An invitation has no account to remove: it is cancelled.
      const { collaborator } = opened
      if (collaborator.user_id === null) return null
      return <RemoveCollaboratorDialog {...all} collaborator={collaborator} userId={collaborator.user_id} />
    }
  }
}

/** The invitation exists, but its mail failed, and the link is only in the mail. */
const NotMailedDialog = ({ email, onClose }: { email: string; onClose: () => void }) => (
  <Dialog
    onClose={onClose}
    title="The invitation was not mailed"
    description={
      <div className="grid gap-2">
        <p>
          It is saved, but the mail server rejected the mail to <Strong>{email}</Strong>. The link is only in
          that mail.
        </p>
        <p>
          Cancel the invitation and invite them again once mail works, or tell them to sign in or sign up with
          this address: the invitation is on their dashboard.
        </p>
      </div>
    }
  >
    <DialogActions>
      <Button onClick={onClose}>I will tell them</Button>
    </DialogActions>
  </Dialog>
)

interface LeaveProjectDialogProps {
  project: Project
  /** The user who leaves. */
  userId: number
  onClose: () => void
  /** Called after leaving, to navigate away. */
  onLeft: () => Promise<unknown>
}

function LeaveProjectDialog({ project, userId, onClose, onLeft }: LeaveProjectDialogProps) {
  const { api, queries } = useConnection()
  const ifOpen = useVaultIfOpen()
  const confirm = async () => {
    await ifOpen(() => api.call(removeCollaborator, { params: { id: project.id, userId } }))
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
          <span className="font-medium break-words text-ink">{project.name}</span> immediately, and the
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
