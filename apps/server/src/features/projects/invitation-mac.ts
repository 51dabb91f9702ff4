import { invitations } from '../../db/schema/projects.ts'
import type { Row } from '../../db/tables.ts'

/** An invitation that was not answered yet. */
export type Invitation = Omit<Row<'invitations'>, 'id' | 'handed_over'> & {
  readonly id: number
  readonly handed_over: number
}

export const invitationMac = invitations.mac
