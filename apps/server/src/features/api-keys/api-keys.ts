/** API keys: read access for machines. */
import * as contract from '@envhold/contract/api-keys.ts'
import { apiKeyPermissions } from '@envhold/contract/permissions.ts'
import { newToken, tokenPreview } from '@envhold/integrity/token.ts'
import { keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { AppError } from '../../app-error.ts'
import { verb } from '../../http/verb.ts'
import { actorOf, transact, transactOnce } from '../audit-log/tx.ts'
import { listEnvironmentIds } from '../environments/environment-store.ts'
import { makeRoom } from '../environments/make-room.ts'
import { grantEnvironments } from '../grants/grant-environments.ts'
import { revokePrincipal } from '../grants/revoke-environments.ts'
import type { VaultWorld } from '../keyring/keyring.ts'
import { insertPrincipal } from '../keyring/principal-store.ts'
import { unlock, unlockIfGiven } from '../keyring/unlock.ts'
import { planOf } from '../plans/limits.ts'
import { requireProject } from '../projects/project-access.ts'
import { storageCosts } from '../projects/storage-store.ts'
import { deleteKeyCounters, eraseUsage } from '../usage/erase-usage.ts'
import { deleteApiKeyRow, findApiKey, insertApiKey, listApiKeyRows } from './api-key-store.ts'
import { notifyKeyOwner } from './notify-key-owner.ts'
import { apiKeyView, requireApiKey } from './require-api-key.ts'
import {
  environmentsOf,
  expiryOf,
  inCatalogueOrder,
  listText,
  requireGrantablePermissions,
} from './validate-api-key-request.ts'

const maxKeys = 200

export const listApiKeyPermissions = verb(contract.listApiKeyPermissions, async () => ({
  permissions: [...apiKeyPermissions],
}))

/** The API keys of a project, for its owner. */
export const listApiKeys = verb(contract.listApiKeys, async (ctx, { caller, params }) => {
  const { project } = await requireProject(ctx, caller, params.id, 'read as owner')
  const { api_rate_limit_per_hour } = await planOf(ctx, project.owner_id)
  const rows = await listApiKeyRows(ctx.db, project.id)
  const existing = await listEnvironmentIds(ctx, project.id)
  return { api_keys: rows.map((row) => apiKeyView(row, api_rate_limit_per_hour, existing)) }
})

/**
 * Creates an API key with its own key pair and seals the environments that it may read to it.
 * The response has the key as lists show it, and its full text, which is shown only once.
 */
export const createApiKey = verb(contract.createApiKey, async (world: VaultWorld, call) => {
  const { caller, params, body, origin, reservation } = call
  await requireProject(world, caller, params.id, 'manage')
  const permissions = inCatalogueOrder(body.permissions)
  requireGrantablePermissions(caller, permissions)
  const expires_at = expiryOf(body.expires_at, world.clock())
  const holder = await unlock(world, call)
  const { text, id, authHash, seed } = newToken('pak')
  return await transactOnce(world, actorOf(caller, origin), reservation, async (tx) => {
    await tx.lock([caller.userId])
    const { project } = await requireProject(tx, caller, params.id, 'manage')
    if ((await listApiKeyRows(tx.db, project.id)).length >= maxKeys)
      throw new AppError('LIMIT_REACHED', {
        message: 'A project can have at most 200 API keys. Delete one first.',
      })
    const access = body.environment_access ?? null
    const environmentIds = await environmentsOf(tx, project.id, access)
    const bytes = storageCosts.apiKey + storageCosts.grant * environmentIds.length
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
    await grantEnvironments(tx, holder, [principal], environmentIds)
    const row = await findApiKey(tx, project.id, id)
    if (!row) throw new Error('An API key just made is missing')
    const { api_rate_limit_per_hour } = await planOf(tx, project.owner_id)
    await notifyKeyOwner(tx, project, 'apiKeyCreated', {
      project: project.name,
      key: body.name,
      person: caller.username,
    })
    tx.created(id)
    const description = `Created the API key "${body.name}" for "${project.name}"`
    tx.record({ type: 'api_key_created', description, projectId: project.id })
    return { api_key: { ...apiKeyView(row, api_rate_limit_per_hour, environmentIds), api_key: text } }
  })
})

/** Stops the key at once and erases its usage. Its environments are re-keyed, or marked for re-keying. */
export const deleteApiKey = verb(contract.deleteApiKey, async (world: VaultWorld, call) => {
  const { caller, params, origin } = call
  const holder = await unlockIfGiven(world, call)
  await transact(world, actorOf(caller, origin), async (tx) => {
    await tx.lock([caller.userId])
    const { project } = await requireProject(tx, caller, params.id, 'revoke access')
    const key = await requireApiKey(tx, caller, params)
    await deleteApiKeyRow(tx.db, key.id)
    await deleteKeyCounters(tx, key.id)
    await revokePrincipal(tx, { kind: 'api-key', id: key.id }, holder)
    await notifyKeyOwner(tx, project, 'apiKeyDeleted', {
      project: project.name,
      key: key.key_name,
      person: caller.username,
    })
    tx.revoked({ kind: 'api_key', projectId: key.project_id, subject: key.id })
    const description = `Deleted the API key "${key.key_name}"`
    tx.record({ type: 'api_key_deleted', description, projectId: key.project_id })
  })
  // Runs after the commit that deletes the key. If a crash interrupts it, the sweep of deleted keys completes it.
  await eraseUsage(world, { projectId: params.id, apiKeyId: params.keyId })
  return { message: 'API key deleted successfully' }
})
