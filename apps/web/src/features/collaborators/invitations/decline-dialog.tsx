import type { PendingInvitation } from '@envhold/contract/pending-invitations.ts'
import { CallDialog } from '../../../connection/call-dialog.tsx'
import { collaboratorErrors } from '../collaborator-errors.ts'
import { useInvitationAnswers } from './use-invitation-answers.ts'

interface Props {
  invitation: PendingInvitation
  onClose: () => void
  onDeclined?: () => void
}

export function DeclineDialog({ invitation, onClose, onDeclined }: Props) {
  const { decline } = useInvitationAnswers()
  const confirm = async () => {
    await decline(invitation)
    onDeclined?.()
  }
  return (
    <CallDialog
      tone="warning"
      title="Decline invitation"
      description={
        <>
          {invitation.invited_by_username} is notified that you declined{' '}
          <span className="font-medium break-words text-ink">{invitation.project_name}</span>, and can invite
          you again.
        </>
      }
      confirmText="Decline invitation"
      errors={collaboratorErrors.declineInvitation}
      onClose={onClose}
      onConfirm={confirm}
    />
  )
}
