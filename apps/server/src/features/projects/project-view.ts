import type { Project, ProjectRole } from '@envhold/contract/projects.ts'
import type { ProjectWithCounts } from './project-store.ts'

/** A project as the wire has it. */
export const projectView = (row: ProjectWithCounts, role: ProjectRole): Project => ({
  id: row.id,
  name: row.name,
  description: row.description,
  created_at: new Date(row.created_at).toISOString(),
  updated_at: new Date(row.updated_at).toISOString(),
  user_role: role,
  owner: row.owner_id,
  owner_username: row.owner_username,
  environment_count: Number(row.environment_count ?? 0),
  variable_count: Number(row.variable_count ?? 0),
  collaborator_count: 0,
})
