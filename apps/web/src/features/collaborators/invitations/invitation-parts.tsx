import {
  acceptInvitation,
  declineInvitation,
  type PendingInvitation,
} from '@envhold/contract/collaborators/invitations.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { CallDialog } from '../../../connection/call-dialog.tsx'
import { useConnection } from '../../../connection/use-connection.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { Badge } from '../../../ui/text/badge.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { EnvironmentName } from '../../projects/environment-name.tsx'
import { projectsQuery } from '../../projects/project-queries.ts'
import { collaboratorErrors } from '../collaborator-queries.ts'
import { invitationsQuery } from './invitations-query.ts'

const does = { read: 'read', write: 'read and change' } as const

/** The inviter, the project, its environments and the expiry. */
export const InvitationDetails = ({ invitation }: { invitation: PendingInvitation }) => (
  <div className="grid min-w-0 gap-0.5">
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="min-w-0 font-semibold break-words">{invitation.project_name}</span>
      <Badge>{invitation.role}</Badge>
    </p>
    <p className="break-words text-ink-2">
      <span className="font-medium text-ink">{invitation.invited_by_username}</span> invites you to{' '}
      {invitation.environment_count > 0
        ? `${does[invitation.role]} ${formatCount(invitation.environment_count, 'environment')}:`
        : 'this project. Its environments were deleted: you can read nothing until you get others.'}
    </p>
    <ul className="flex flex-wrap gap-x-4 gap-y-1 py-1">
      {invitation.environments.map((environment) => (
        <li key={environment.name} className="min-w-0">
          <EnvironmentName environment={environment} />
        </li>
      ))}
    </ul>
    <p className="text-small text-ink-3">
      Invited <Time at={invitation.invited_at} date />, ends <Time at={invitation.expires_at} />
    </p>
  </div>
)

interface Props {
  invitation: PendingInvitation
  onClose: () => void
  onDeclined?: () => void
}

export function DeclineDialog({ invitation, onClose, onDeclined }: Props) {
  const { decline } = useInvitationResponses()
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

type Invitation = Pick<PendingInvitation, 'token' | 'invited_by_username'>

/** Accept and decline an invitation; both reject with the call's error. */
export function useInvitationResponses() {
  const { api, withUnlockedVault, queries } = useConnection()
  const refetch = () =>
    Promise.all([
      queries.invalidateQueries(invitationsQuery(api)),
      queries.invalidateQueries(projectsQuery(api)),
    ])
  return {
    /** The link's secret transfers the keys and verifies the e-mail address. */
    async accept({ token, invited_by_username }: Invitation, secret?: string): Promise<Project> {
      const { project, keys_pending } = await withUnlockedVault(() =>
        api.call(acceptInvitation, { params: { token }, body: secret ? { secret } : {} }),
      )
      const later = `${invited_by_username} has to unlock the vault once before you can read.`
      toast.success('Invitation accepted successfully!', keys_pending ? { description: later } : {})
      await refetch()
      return project
    },
    async decline({ token }: Invitation): Promise<void> {
      await api.call(declineInvitation, { params: { token } })
      toast.message('Invitation declined')
      await refetch()
    },
  }
}
