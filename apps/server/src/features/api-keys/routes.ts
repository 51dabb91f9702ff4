/** API keys: read access for machines. This slice creates, changes and deletes keys and reports their usage. */
import * as contract from '@envhold/contract/api-keys.ts'
import { apiKeyPermissions } from '@envhold/contract/permissions.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import type { Keyring } from '../keyring/keyring.ts'
import { planOf } from '../plans/limits.ts'
import { requireProject } from '../projects/project-access.ts'
import { listApiKeyRows } from './api-key-store.ts'
import { apiKeyView } from './api-key-view.ts'
import { createApiKey } from './create-api-key.ts'
import { deleteApiKey } from './delete-api-key.ts'
import { readApiKeyUsage } from './read-api-key-usage.ts'
import { updateApiKey } from './update-api-key.ts'

export const apiKeyRoutes = (ctx: Context, ring: Keyring): Route[] => [
  route(contract.listApiKeyPermissions, async () => ({ json: { permissions: [...apiKeyPermissions] } })),
  route(contract.listApiKeys, async ({ caller, params }) => {
    const { project } = await requireProject(ctx, caller, params.id, 'own')
    const { api_rate_limit_per_hour } = await planOf(ctx, project.owner_id)
    const rows = await listApiKeyRows(ctx.db, project.id)
    return { json: { api_keys: rows.map((row) => apiKeyView(row, api_rate_limit_per_hour)) } }
  }),
  route(contract.createApiKey, async (call) => ({ json: { api_key: await createApiKey(ctx, ring, call) } })),
  route(contract.updateApiKey, async (call) => ({ json: { api_key: await updateApiKey(ctx, ring, call) } })),
  route(contract.deleteApiKey, async (call) => {
    await deleteApiKey(ctx, ring, call)
    return { json: { message: 'API key deleted successfully' } }
  }),
  route(contract.readApiKeyUsage, async (call) => ({ json: await readApiKeyUsage(ctx, call) })),
]
