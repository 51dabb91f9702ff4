import type { InvitationsTable } from '../../db/project-tables.ts'
import { defineRowMac } from '../../db/row-mac.ts'

/** An invitation that was not answered yet. */
export type Invitation = Omit<InvitationsTable, 'id' | 'handed_over'> & {
  readonly id: number
  readonly handed_over: number
}

export const invitationMac = defineRowMac<Omit<Invitation, 'mac'>>(
  'invitations',
  ({ id }) => String(id),
  ({ id: _, created_at: __, ...fields }) => ({
    token: fields.token,
    project_id: fields.project_id,
    inviter_id: fields.inviter_id,
    email: fields.email,
    email_canonical: fields.email_canonical,
    role: fields.role,
    environments: fields.environments,
    sealed_to: fields.sealed_to,
    link_id: fields.link_id,
    link_hash: fields.link_hash,
    expires_at: fields.expires_at,
    // Omitted while it is 0, so that rows written before this column existed keep their MAC.
    ...(fields.handed_over === 0 ? {} : { handed_over: fields.handed_over }),
    // Likewise.
    ...(fields.held_at === null ? {} : { held_at: fields.held_at }),
  }),
)
