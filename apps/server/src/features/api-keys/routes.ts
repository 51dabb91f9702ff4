/** API keys: read access for machines. This slice creates, changes and deletes keys and reports their usage. */
import * as contract from '@envhold/contract/api-keys.ts'
import { apiKeyPermissions } from '@envhold/contract/permissions.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import type { Keyring } from '../keyring/keyring.ts'
import { createApiKey } from './create-api-key.ts'
import { deleteApiKey } from './delete-api-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import { readApiKeyUsage } from './read-api-key-usage.ts'
import { updateApiKey } from './update-api-key.ts'

export const apiKeyRoutes = (ctx: Context, ring: Keyring): Route[] => [
  route(contract.listApiKeyPermissions, async () => ({ json: { permissions: [...apiKeyPermissions] } })),
  route(contract.listApiKeys, async (call) => ({ json: { api_keys: await listApiKeys(ctx, call) } })),
  route(contract.createApiKey, async (call) => ({ json: { api_key: await createApiKey(ctx, ring, call) } })),
  route(contract.updateApiKey, async (call) => ({ json: { api_key: await updateApiKey(ctx, ring, call) } })),
  route(contract.deleteApiKey, async (call) => {
    await deleteApiKey(ctx, ring, call)
    return { json: { message: 'API key deleted successfully' } }
  }),
  route(contract.readApiKeyUsage, async (call) => ({ json: await readApiKeyUsage(ctx, call) })),
]
