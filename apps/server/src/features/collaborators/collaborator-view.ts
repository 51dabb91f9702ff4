import type { Collaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { wireTime } from '../../http/wire-time.ts'
import { type Invitation, type Membership, sharedIn } from '../projects/membership-store.ts'

/** Decides which environments of a list are shown: those that exist and that the viewer sees. */
export type Shown = (environmentId: number) => boolean

export const collaboratorView = (
  row: Membership & { readonly username: string; readonly email: string },
  isShown: Shown,
): Collaborator => ({
  user_id: row.user_id,
  username: row.username,
  email: row.email,
  role: row.role,
  status: 'accepted',
  invited_at: wireTime(row.invited_at),
  expires_at: null,
  shared_environments: sharedIn(row).filter(isShown),
  keys_pending: row.keys_pending === 1,
  access_paused: row.held_at !== null,
})

export const invitedView = (row: Invitation, isShown: Shown): Collaborator => ({
  user_id: null,
  username: null,
  email: row.email,
  role: row.role,
  status: 'pending',
  invited_at: wireTime(row.created_at),
  expires_at: wireTime(row.expires_at),
  shared_environments: sharedIn(row).filter(isShown),
  keys_pending: false,
  access_paused: row.held_at !== null,
})
