import type { ErrorTexts } from '../../connection/api/error-text.ts'

/** What people read when one of these calls fails. */
export const complianceErrors = {
  retainProjects: { fallback: 'Failed to save your choice' },
  loadHistory: { fallback: 'Failed to load the history' },
  archiveProject: { fallback: 'Failed to archive project' },
  archiveExcess: { fallback: 'Failed to archive projects' },
  loadArchived: { fallback: 'Failed to load archived projects' },
  restoreProject: { fallback: 'Failed to restore project' },
} as const satisfies Record<string, ErrorTexts>

/** The sentence when only a larger plan brings a project back, and the server sent none. */
export const upgradeToRestore =
  'Cannot restore project: upgrade required to restore system-archived projects.'
