import { errors } from '@envhold/contract/errors.ts'
import type { ErrorTexts } from '../../../connection/api/error-text.ts'

export const alreadyInvited = errors.ALREADY_INVITED.message
export const alreadyCollaborator = errors.ALREADY_MEMBER.message

/** Apart from the other texts: the dashboard shows some of those, and does not need the table of errors. */
export const inviteErrors = {
  fallback: 'Failed to invite collaborator',
  on: {
    ALREADY_INVITED: alreadyInvited,
    ALREADY_MEMBER: 'This user is already a collaborator or has been invited',
    VALIDATION_FAILED: 'Invalid email address or invitation data',
    FORBIDDEN: 'You do not have permission to invite collaborators',
    NOT_FOUND: 'User not found with this email address',
  },
} as const satisfies ErrorTexts
