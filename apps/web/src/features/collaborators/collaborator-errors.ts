import type { ErrorTexts } from '../../connection/api/error-text.ts'

export const alreadyInvited =
  'An invitation has already been sent to this email address. Please wait for them to respond or cancel the previous invitation.'
export const alreadyCollaborator = 'This user is already a collaborator on this project.'
const alreadyCollaboratorOrInvited = 'This user is already a collaborator or has been invited'

/** What people read when one of these calls fails. */
export const collaboratorErrors = {
  loadCollaborators: { fallback: 'Failed to load collaborators' },
  inviteCollaborator: {
    fallback: 'Failed to invite collaborator',
    byMessage: [
      [/invitation (has )?already (been )?sent/i, alreadyInvited],
      [/already (exists|invited|a collaborator)/i, alreadyCollaboratorOrInvited],
    ],
    on: {
      CONFLICT: alreadyCollaboratorOrInvited,
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
