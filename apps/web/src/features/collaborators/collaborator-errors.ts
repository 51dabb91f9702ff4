import { errors } from '@envhold/contract/errors.ts'
import type { ErrorTexts } from '../../connection/api/error-text.ts'

export const alreadyInvited = errors.ALREADY_INVITED.message
export const alreadyCollaborator = errors.ALREADY_MEMBER.message

/** What people read when one of these calls fails. */
export const collaboratorErrors = {
  loadCollaborators: { fallback: 'Failed to load collaborators' },
  inviteCollaborator: {
    fallback: 'Failed to invite collaborator',
    on: {
      ALREADY_INVITED: alreadyInvited,
      ALREADY_MEMBER: 'This user is already a collaborator or has been invited',
      VALIDATION_FAILED: 'Invalid email address or invitation data',
      FORBIDDEN: 'You do not have permission to invite collaborators',
      NOT_FOUND: 'User not found with this email address',
    },
  },
  updateCollaborator: { fallback: 'Failed to update collaborator' },
  removeCollaborator: { fallback: 'Failed to remove collaborator' },
  leaveProject: { fallback: 'Failed to leave project' },
  updateInvitation: { fallback: 'Failed to update invitation' },
  cancelInvitation: { fallback: 'Failed to cancel invitation' },
  loadInvitations: { fallback: 'Failed to load invitations' },
  openInvitation: { fallback: 'Failed to open invitation' },
  acceptInvitation: { fallback: 'Failed to accept invitation' },
  declineInvitation: { fallback: 'Failed to decline invitation' },
} as const satisfies Record<string, ErrorTexts>
