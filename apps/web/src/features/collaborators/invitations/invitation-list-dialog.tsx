import type { PendingInvitation } from '@envhold/contract/pending-invitations.ts'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import { InvitationItem } from './invitation-item.tsx'

interface Props {
  invitations: readonly PendingInvitation[]
  onClose: () => void
  onJoined: () => void
}

export function InvitationListDialog({ invitations, onClose, onJoined }: Props) {
  const [declining, setDeclining] = useState<PendingInvitation>()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Invitations"
      description="Joining requires your master password, because the project’s keys are encrypted for you."
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
