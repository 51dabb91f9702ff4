import type { Project } from '@envhold/contract/projects/projects.ts'
import { useState } from 'react'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { Button } from '../../../ui/button.tsx'
import { collaboratorErrors } from '../collaborator-queries.ts'
import { DeclineDialog, useInvitationAnswers } from './decline-dialog.tsx'
import type { OpenedInvitation } from './opened-invitation.ts'

interface Props {
  invitation: OpenedInvitation
  secret: string
  onAccepted: (project: Project) => void
  onDeclined: () => void
  /** The invitation may no longer exist. */
  onFailed: () => void
}

/** Accepts or declines the invitation of a mailed link. */
export function InvitationResponse({ invitation, secret, onAccepted, onDeclined, onFailed }: Props) {
  const { accept } = useInvitationAnswers()
  const [busy, setBusy] = useState(false)
  const [declining, setDeclining] = useState(false)
  const join = async () => {
    setBusy(true)
    try {
      onAccepted(await accept(invitation, secret))
    } catch (error) {
      notifyError(error, collaboratorErrors.acceptInvitation)
      onFailed()
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-3">
      <p className="text-ink-2">
        Accepting requires your master password, because the keys are encrypted for you. If you have none yet,
        you set one first.
      </p>
      <Button className="w-full" busy={busy} onClick={join}>
        Accept invitation
      </Button>
      <Button variant="ghost" className="w-full" onClick={() => setDeclining(true)}>
        Decline
      </Button>
      {declining && (
        <DeclineDialog invitation={invitation} onClose={() => setDeclining(false)} onDeclined={onDeclined} />
      )}
    </div>
  )
}
