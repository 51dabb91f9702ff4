import type { ApiKey, listApiKeys as endpoint } from '@envhold/contract/api-keys.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { planOf } from '../plans/limits.ts'
import { requireProject } from '../projects/project-access.ts'
import { listApiKeyRows } from './api-key-store.ts'
import { apiKeyView } from './api-key-view.ts'

/** The API keys of a project, for its owner. */
export async function listApiKeys(
  ctx: Pick<Context, 'db' | 'secrets' | 'clock'>,
  { caller, params }: Call<typeof endpoint>,
): Promise<ApiKey[]> {
  const { project } = await requireProject(ctx, caller, params.id, 'read as owner')
  const { api_rate_limit_per_hour } = await planOf(ctx, project.owner_id)
  const rows = await listApiKeyRows(ctx.db, project.id)
  return rows.map((row) => apiKeyView(row, api_rate_limit_per_hour))
}
