import type { ErrorTexts } from '../../connection/api/error-text.ts'

const duplicate = 'An environment with this name already exists in this project'

/** What people read when one of these calls fails. */
export const environmentErrors = {
  createEnvironment: {
    fallback: 'Failed to create environment',
    on: {
      MASTER_PASSWORD_REQUIRED: 'Master password is required to create environments',
      CONFLICT: duplicate,
      VALIDATION_FAILED: 'Invalid environment name. Please check your input.',
      FORBIDDEN: 'You do not have permission to create environments in this project',
    },
  },
  updateEnvironment: {
    fallback: 'Failed to update environment',
    on: {
      CONFLICT: duplicate,
      FORBIDDEN: 'You do not have permission to update this environment',
      NOT_FOUND: 'Environment not found',
    },
  },
  endFormerName: { fallback: 'Failed to end the name' },
  deleteEnvironment: { fallback: 'Failed to delete environment' },
} as const satisfies Record<string, ErrorTexts>
