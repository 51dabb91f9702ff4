import { ApiError } from '@envhold/client/api-error.ts'
import { openInvitation } from '@envhold/contract/collaborators/invitations.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { collaboratorErrors } from '../collaborator-queries.ts'
import { DeclineDialog, useInvitationResponses } from './invitation-parts.tsx'

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
  const { accept } = useInvitationResponses()
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
        {invitation.environment_count > 0 &&
          ` Then its ${invitation.environment_count === 1 ? 'variables' : 'environments'} open.`}
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

export type OpenedInvitation = OutputOf<typeof openInvitation>['invitation']

/**
 * The invitation of a link. It stays cached across signing in and out, which clear everything else. The secret is in no
 * query key, but each link has its own: a second one may be opened in the same tab.
 */
export function useOpenedInvitation(secret: string) {
  const api = useApi()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['opened-invitation', useId()],
    queryFn: async ({ signal }) =>
      (await api.call(openInvitation, { body: { secret } }, { signal })).invitation,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const [lastInvitation, setLastInvitation] = useState<OpenedInvitation>()
  if (data && data !== lastInvitation) setLastInvitation(data)
  return {
    invitation: data ?? lastInvitation,
    /** It expired, was canceled, or was answered. */
    isInvalid: error instanceof ApiError && ['NOT_FOUND', 'VALIDATION_FAILED'].includes(error.code),
    error: error && errorText(error, collaboratorErrors.openInvitation),
    isFetching,
    refetch,
  }
}
