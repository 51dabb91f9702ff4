import type { ErrorTexts } from '../../connection/api/error-text.ts'

/** What people read when one of these calls fails. */
export const cliErrors = {
  createCliToken: {
    fallback: 'Failed to generate CLI token',
    on: { UNAUTHENTICATED: 'Please log in to generate a CLI token' },
  },
} as const satisfies Record<string, ErrorTexts>
