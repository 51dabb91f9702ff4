import type { ApiKey, createApiKey as endpoint } from '@envhold/contract/api-keys.ts'
import { newToken, tokenPreview } from '@envhold/integrity/token.ts'
import { keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { transactOnce } from '../audit-log/tx.ts'
import { makeRoom } from '../environments/make-room.ts'
import { grantEnvironments } from '../grants/grant-environments.ts'
import type { Keyring } from '../keyring/keyring.ts'
import { insertPrincipal } from '../keyring/principal-store.ts'
import { unlock } from '../keyring/unlock.ts'
import { planOf } from '../plans/limits.ts'
import { requireProject } from '../projects/project-access.ts'
import { storageCosts } from '../projects/storage-store.ts'
import { findApiKey, insertApiKey, listApiKeyRows } from './api-key-store.ts'
import { apiKeyView } from './api-key-view.ts'
import { notifyKeyOwners } from './notify-key-owners.ts'
import { requireGrantablePermissions } from './require-grantable-permissions.ts'
import { environmentsOf, expiryOf, inCatalogueOrder, listText } from './validate-api-key-request.ts'

const maxKeys = 200

/**
 * Creates an API key with its own key pair and seals the environments that it may read to it.
 * @returns the key as lists show it, and its full text, which is shown only once
 */
export async function createApiKey(
  ctx: Context,
  ring: Keyring,
  call: Call<typeof endpoint>,
): Promise<ApiKey & { api_key: string }> {
  const { caller, params, body, origin, reservation } = call
  await requireProject(ctx, caller, params.id, 'manage')
  const permissions = inCatalogueOrder(body.permissions)
  requireGrantablePermissions(caller, permissions)
  const expires_at = expiryOf(body.expires_at, ctx.clock())
  const holder = await unlock(ctx, ring, call)
  const { text, id, authHash, seed } = newToken('pak')
  const by = actedBy(caller, origin)
  return await transactOnce(ctx, by, reservation, async (tx) => {
    const { project } = await requireProject(tx, caller, params.id, 'manage')
    await tx.lock([project.owner_id])
    if ((await listApiKeyRows(tx.db, project.id)).length >= maxKeys)
      throw new AppError('LIMIT_REACHED', {
        message: 'A project can have at most 200 API keys. Delete one first.',
      })
    const access = body.environment_access ?? null
    const given = await environmentsOf(tx, project.id, access)
    const bytes = storageCosts.apiKey + storageCosts.grant * given.length
    await makeRoom(tx, { ownerId: project.owner_id, userId: caller.userId, bytes })
    await insertApiKey(tx, {
      id,
      project_id: project.id,
      creator_id: caller.userId,
      key_name: body.name,
      preview: tokenPreview(text),
      auth_hash: authHash,
      permissions: JSON.stringify(permissions),
      environment_access: access && listText(access),
      allowed_ips: listText(body.allowed_ips ?? []),
      expires_at,
      is_active: 1,
      expiry_told_at: null,
    })
    const principal = await insertPrincipal(tx, {
      kind: 'api-key',
      id,
      user_id: caller.userId,
      project_id: project.id,
      all_environments: access === null ? 1 : 0,
      public_key: keyPairFromSeed(seed).publicKey,
    })
    await grantEnvironments(tx, holder, [principal], given)
    const row = await findApiKey(tx, project.id, id)
    if (!row) throw new Error('An API key just made is missing')
    const { api_rate_limit_per_hour } = await planOf(tx, project.owner_id)
    const people = { owner_id: project.owner_id, creator_id: caller.userId }
    await notifyKeyOwners(tx, people, 'apiKeyCreated', {
      project: project.name,
      key: body.name,
      person: caller.username,
    })
    tx.created(id)
    tx.record({
      type: 'api_key_created',
      severity: 'medium',
      description: `Created the API key "${body.name}" for "${project.name}"`,
      projectId: project.id,
    })
    return { ...apiKeyView(row, api_rate_limit_per_hour), api_key: text }
  })
}
