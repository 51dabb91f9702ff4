import type {
  ExportedEnvironment,
  ExportedProject,
  listExport as endpoint,
} from '@envhold/contract/export.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { wireTime } from '../../http/wire-time.ts'
import { type EnvironmentRow, environmentsByProject } from '../environments/environment-store.ts'
import { countExport } from './export-limit.ts'
import { listOwnProjects } from './own-projects.ts'

/** Everything that the caller can export. @throws AppError RATE_LIMITED */
export async function listExport(
  ctx: Pick<Context, 'db' | 'secrets' | 'clock'>,
  { caller }: Call<typeof endpoint>,
): Promise<ExportedProject[]> {
  await countExport(ctx, caller.userId)
  const projects = await listOwnProjects(ctx, caller.userId)
  const environments = await environmentsByProject(
    ctx,
    projects.map(({ id }) => id),
  )
  return projects.map(({ id, name, description, created_at, archived }) => ({
    id,
    name,
    description,
    created_at: wireTime(created_at),
    archived_at: archived && wireTime(archived.archived_at),
    expires_at: archived && wireTime(archived.expires_at),
    environments: (environments.get(id) ?? []).map(environmentView),
  }))
}

const environmentView = (row: EnvironmentRow): ExportedEnvironment => ({
  id: row.id,
  name: row.name,
  version: row.version,
  oldest_version: row.oldest_version,
  variable_count: row.variable_count,
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
})
