import type { ErrorTexts } from '../../connection/api/error-text.ts'

/** What people read when one of these calls fails. */
export const cliErrors = {
  createCliToken: {
    fallback: 'Failed to generate CLI token',
    on: { UNAUTHENTICATED: 'Please log in to generate a CLI token' },
  },
  openDeviceLogin: {
    fallback: 'Failed to look up the code',
    on: { LOCKED_OUT: 'Too many wrong codes. Please try again later.' },
  },
  approveDeviceLogin: { fallback: 'Failed to answer the login' },
} as const satisfies Record<string, ErrorTexts>
