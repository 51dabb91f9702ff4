import type { PendingInvitation } from '@envhold/contract/collaborators/invitations.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { useState } from 'react'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { collaboratorErrors } from '../collaborator-queries.ts'
import { DeclineDialog, InvitationDetails, useInvitationResponses } from './invitation-parts.tsx'

interface Props {
  invitations: readonly PendingInvitation[]
  onClose: () => void
  onJoined: (project: Project) => void
}

export function InvitationListDialog({ invitations, onClose, onJoined }: Props) {
  const [declining, setDeclining] = useState<PendingInvitation>()
  return (
    <Dialog
      onClose={onClose}
      title="Invitations"
      description="Joining requires your master password, because the project’s keys are encrypted for you. The project opens then."
    >
      <ul className="grid gap-3">
        {invitations.map((invitation) => (
          <InvitationItem
            key={invitation.id}
            invitation={invitation}
            alone={invitations.length === 1}
            onDecline={() => setDeclining(invitation)}
            onJoined={onJoined}
          />
        ))}
      </ul>
      {declining && <DeclineDialog invitation={declining} onClose={() => setDeclining(undefined)} />}
    </Dialog>
  )
}

interface InvitationItemProps {
  invitation: PendingInvitation
  /** It is the only one in the list. */
  alone: boolean
  onDecline: () => void
  onJoined: (project: Project) => void
}

function InvitationItem({ invitation, alone, onDecline, onJoined }: InvitationItemProps) {
  const { accept } = useInvitationResponses()
  const [busy, setBusy] = useState(false)
  const join = async () => {
    setBusy(true)
    try {
      onJoined(await accept(invitation))
    } catch (error) {
      notifyError(error, collaboratorErrors.acceptInvitation)
    } finally {
      setBusy(false)
    }
  }
  const about = `invitation to ${invitation.project_name}`
  return (
    <li className="grid gap-3 rounded-lg border p-4">
      <InvitationDetails invitation={invitation} />
      {invitation.needs_link && (
        <p className="border-l-2 border-warn pl-3 text-small text-ink-2">
          The keys are in the invitation’s link: open it to get access immediately. If you accept here, you
          get access once {invitation.invited_by_username} unlocks the vault.
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="ghost" size="sm" aria-label={`Decline ${about}`} onClick={onDecline}>
          Decline
        </Button>
        <Button
          variant={alone ? 'primary' : 'secondary'}
          size="sm"
          busy={busy}
          aria-label={`Accept ${about}`}
          onClick={join}
        >
          Accept
        </Button>
      </div>
    </li>
  )
}
