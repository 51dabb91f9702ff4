import type { PendingInvitation } from '@envhold/contract/pending-invitations.ts'
import { wireTime } from '../../http/wire-time.ts'
import type { Invitation } from '../projects/invitation-mac.ts'
import { sharedIn } from '../projects/membership-store.ts'

/** An invitation as its invitee sees it. */
export const invitationView = (
  row: Invitation & { readonly project_name: string; readonly inviter_username: string },
): PendingInvitation => ({
  id: row.id,
  token: row.token,
  project_name: row.project_name,
  invited_by_username: row.inviter_username,
  role: row.role,
  environment_count: sharedIn(row).length,
  invited_at: wireTime(row.created_at),
  expires_at: wireTime(row.expires_at),
  needs_link: row.sealed_to === null,
})
