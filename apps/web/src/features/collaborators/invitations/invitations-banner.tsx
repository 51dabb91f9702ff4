import type { PendingInvitation } from '@envhold/contract/collaborators/invitations.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { deferred } from '../../../ui/deferred.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { collaboratorErrors } from '../collaborator-queries.ts'

const InvitationListDialog = deferred(
  async () => (await import('./invitation-list-dialog.tsx')).InvitationListDialog,
)

interface Props {
  query: Pick<UseQueryResult<PendingInvitation[]>, 'data' | 'error' | 'isFetching' | 'refetch'>
  onJoined: (project: Project) => void
}

/** The pending invitations, which open as a list, or why they cannot be shown. */
export function InvitationsBanner({ query, onJoined }: Props) {
  const { data: invitations = [], error, isFetching, refetch } = query
  const [open, setOpen] = useState(false)
  const [first] = invitations
  if (!first) {
    if (open) setOpen(false)
    return (
      <Banner
        tone="warn"
        title={errorText(error, collaboratorErrors.loadInvitations)}
        action={<SmallButton text="Try again" busy={isFetching} onClick={() => void refetch()} />}
      >
        Pending invitations are kept. They show here once this works again.
      </Banner>
    )
  }
  const one = invitations.length === 1
  return (
    <>
      <Banner
        tone="info"
        title={
          one
            ? `${first.invited_by_username} invites you to ${first.project_name}`
            : `You have ${invitations.length} invitations`
        }
        action={
          <SmallButton text={one ? 'View invitation' : 'View invitations'} onClick={() => setOpen(true)} />
        }
      >
        {one
          ? 'Accept it to add the project to Shared with Me.'
          : 'Accepted projects appear under Shared with Me.'}
      </Banner>
      {open && (
        <InvitationListDialog
          invitations={invitations}
          onClose={() => setOpen(false)}
          onJoined={(project) => {
            setOpen(false)
            onJoined(project)
          }}
        />
      )}
    </>
  )
}
