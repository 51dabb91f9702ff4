import type { ErrorTexts } from '../../connection/api/error-text.ts'

/** What people read when one of these calls fails. */
export const projectErrors = {
  loadProjects: { fallback: 'Failed to load projects' },
  createProject: { fallback: 'Failed to create project' },
  updateProject: { fallback: 'Failed to update project' },
  deleteProject: { fallback: 'Failed to delete project' },
} as const satisfies Record<string, ErrorTexts>
