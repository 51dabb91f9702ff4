import type { ErrorTexts } from '../../connection/api/error-text.ts'

/** What people read when one of these calls fails. */
export const exportErrors = {
  listExport: { fallback: 'Failed to list your projects' },
  exportEnvironment: { fallback: 'Failed to read an environment' },
  makeArchive: { fallback: 'Failed to create the ZIP file' },
} as const satisfies Record<string, ErrorTexts>
