import type { Project, ProjectRole } from '@envhold/contract/projects.ts'
import { wireTime } from '../../http/wire-time.ts'
import type { ProjectWithCounts } from './project-store.ts'

/** A project as the wire has it. */
export const projectView = (row: ProjectWithCounts, role: ProjectRole): Project => ({
  id: row.id,
  name: row.name,
  description: row.description,
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
  user_role: role,
  owner: row.owner_id,
  owner_username: row.owner_username,
  environment_count: Number(row.environment_count ?? 0),
  variable_count: Number(row.variable_count ?? 0),
  collaborator_count: 0,
  keys_pending: false,
})
