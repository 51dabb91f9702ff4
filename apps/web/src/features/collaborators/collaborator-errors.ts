import type { ErrorTexts } from '../../connection/api/error-text.ts'

/** What people read when one of these calls fails. */
export const collaboratorErrors = {
  loadCollaborators: { fallback: 'Failed to load collaborators' },
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
