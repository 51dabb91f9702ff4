import { type ErrorTexts, errorText, fieldErrors } from '../../../connection/api/error-text.ts'

/** What people read when one of these calls fails. */
export const roleErrors = {
  createRole: { fallback: 'Failed to create role' },
  updateRole: { fallback: 'Failed to update role' },
  deleteRole: { fallback: 'Failed to delete role' },
  assignRole: { fallback: 'Failed to assign role' },
} as const satisfies Record<string, ErrorTexts>

/** Why a form was rejected: what is wrong with a field says more than that the request is not valid. */
export const formErrorText = (error: unknown, texts: ErrorTexts): string =>
  fieldErrors(error)[0]?.message ?? errorText(error, texts)
