import type { ErrorTexts } from '../../../connection/api/error-text.ts'

const variable = (verb: 'create' | 'update'): ErrorTexts => ({
  fallback: `Failed to ${verb} variable`,
  on: {
    MASTER_PASSWORD_REQUIRED: `Master password is required to ${verb} variables`,
    CONFLICT: 'A variable with this key already exists in this environment',
    VALIDATION_FAILED: 'Invalid variable key or value. Please check your input.',
    FORBIDDEN: `You do not have permission to ${verb} variables in this environment`,
  },
})

/** What people read when one of these calls fails. */
export const variableErrors = {
  downloadEnvironment: { fallback: 'Failed to download environment file' },
  createVariable: variable('create'),
  updateVariable: variable('update'),
  deleteVariable: { fallback: 'Failed to delete variable' },
  importVariables: { fallback: 'Failed to import variables' },
  restoreVersion: { fallback: 'Failed to restore version' },
} as const satisfies Record<string, ErrorTexts>
