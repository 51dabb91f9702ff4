import type { Collaborator } from '@envhold/contract/collaborators.ts'
import type { Environment } from '@envhold/contract/environments.ts'
import type { Project } from '@envhold/contract/projects.ts'
import { EditPermissionDialog } from './edit-permission-dialog.tsx'
import { CancelInvitationDialog } from './invitations/cancel-invitation-dialog.tsx'
import { InvitationLinkDialog } from './invitations/invitation-link-dialog.tsx'
import { InviteDialog } from './invitations/invite-dialog.tsx'
import type { CollaboratorsOfProject } from './invitations/invite-rules.ts'
import { NotMailedDialog } from './invitations/not-mailed-dialog.tsx'
import { LeaveProjectDialog } from './leave-project-dialog.tsx'
import { RemoveCollaboratorDialog } from './remove-collaborator-dialog.tsx'

export type OpenedDialog =
  | { what: 'invite' }
  | { what: 'not-mailed'; email: string }
  | { what: 'link'; email: string; link: string }
  | { what: 'edit' | 'remove' | 'cancel'; collaborator: Collaborator }
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
          onLink={(shown) => onOpen({ what: 'link', ...shown })}
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
