import type { PendingInvitation } from '@envhold/contract/collaborators/invitations.ts'
import { Badge } from '../../../ui/text/badge.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'

const does = { read: 'read', write: 'read and change' } as const

/** The inviter, the project and the expiry. */
export function InvitationDetails({ invitation }: { invitation: PendingInvitation }) {
  return (
    <div className="grid min-w-0 gap-0.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 font-semibold break-words">{invitation.project_name}</span>
        <Badge>{invitation.role}</Badge>
      </p>
      <p className="break-words text-ink-2">
        <span className="font-medium text-ink">{invitation.invited_by_username}</span> invites you to{' '}
        {does[invitation.role]} {formatCount(invitation.environment_count, 'environment')}.
      </p>
      <p className="text-small text-ink-3">
        Invited <Time at={invitation.invited_at} date />, ends <Time at={invitation.expires_at} />
      </p>
    </div>
  )
}
