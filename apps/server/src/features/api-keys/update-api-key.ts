import * as contract from '@envhold/contract/api-keys.ts'
import { conflict } from '../../app-error.ts'
import type { Call } from '../../http/route.ts'
import { verb } from '../../http/verb.ts'
import { actorOf, type Tx, transact } from '../audit-log/tx.ts'
import { listEnvironmentIds } from '../environments/environment-store.ts'
import { grantEnvironments } from '../grants/grant-environments.ts'
import { revokeEnvironments } from '../grants/revoke-environments.ts'
import { grantedEnvironments } from '../keyring/grant-store.ts'
import type { KeyHolder, VaultWorld } from '../keyring/keyring.ts'
import { changePrincipal } from '../keyring/principal-store.ts'
import { unlock } from '../keyring/unlock.ts'
import { planOf } from '../plans/limits.ts'
import { requireProject, requireRight } from '../projects/project-access.ts'
import { type ApiKeyWithCreator, changeApiKey, environmentsOfKey, permissionsOfKey } from './api-key-store.ts'
import { onlyNarrows } from './only-narrows.ts'
import { apiKeyView, requireApiKey } from './require-api-key.ts'
import {
  environmentsOf,
  expiryOf,
  inCatalogueOrder,
  listText,
  requireGrantablePermissions,
} from './validate-api-key-request.ts'

type Body = Call<typeof contract.updateApiKey>['body']

/** Changes a key. Only a change of its environments needs the vault. */
export const updateApiKey = verb(contract.updateApiKey, async (world: VaultWorld, call) => {
  const { caller, params, body, origin } = call
  await requireApiKey(world, caller, params)
  const change = changeOf(body, world.clock())
  const holder = body.environment_access === undefined ? null : await unlock(world, call)
  return await transact(world, actorOf(caller, origin), async (tx) => {
    await tx.lock([caller.userId])
    const { project } = await requireProject(tx, caller, params.id, 'revoke access')
    const before = await requireApiKey(tx, caller, params)
    if (body.is_active && before.deactivated_at !== null)
      throw conflict(
        'An operator deactivated this API key. It cannot be activated again. Create another one.',
      )
    if (body.environment_access !== undefined && before.deactivated_at !== null)
      throw conflict('An operator deactivated this API key. It gets no environments. Create another one.')
    if (!onlyNarrows(before, change)) await requireRight(tx, project.owner_id, 'write')
    if (extendsKey(body)) requireGrantablePermissions(caller, permissionsOfKey({ ...before, ...change }))
    if (holder && body.environment_access !== undefined)
      await changeGrantedEnvironments(tx, holder, before, body.environment_access)
    await changeApiKey(tx, before, change)
    const revoked = { projectId: project.id, subject: before.id }
    if (body.is_active === false) tx.revoked({ kind: 'api_key_off', ...revoked })
    if (!onlyNarrows({ ...before, ...change }, limitsOf(before)))
      tx.revoked({ kind: 'api_key_limits', ...revoked })
    const { api_rate_limit_per_hour } = await planOf(tx, project.owner_id)
    const row = await requireApiKey(tx, caller, params)
    const description = `Changed the API key "${row.key_name}" of "${project.name}"`
    tx.record({ type: 'api_key_updated', description, projectId: project.id })
    return { api_key: apiKeyView(row, api_rate_limit_per_hour, await listEnvironmentIds(tx, project.id)) }
  })
})

/** What a restored backup would undo, beside the key's environments and whether it is active. */
const limitsOf = ({ permissions, allowed_ips, expires_at }: ApiKeyWithCreator) => ({
  permissions,
  allowed_ips,
  expires_at,
})

/** Whether a change can extend what the key may do. Only a new name and switching it off cannot. */
const extendsKey = ({ name: _, is_active, ...rest }: Body) =>
  is_active === true || Object.values(rest).some((value) => value !== undefined)

function changeOf(body: Body, now: number): Partial<ApiKeyWithCreator> {
  const { name, permissions, environment_access: access, allowed_ips, expires_at, is_active } = body
  return {
    ...(name !== undefined && { key_name: name }),
    ...(permissions !== undefined && { permissions: JSON.stringify(inCatalogueOrder(permissions)) }),
    ...(access !== undefined && { environment_access: access && listText(access) }),
    ...(allowed_ips !== undefined && { allowed_ips: listText(allowed_ips) }),
    ...(expires_at !== undefined && { expires_at: expiryOf(expires_at, now) }),
    ...(is_active !== undefined && { is_active: is_active ? 1 : 0 }),
  }
}

/**
 * Changes a key's list of environments: added ones are sealed to it, removed ones are re-keyed.
 * @param access ids as text; null for all, including later ones
 */
async function changeGrantedEnvironments(
  tx: Tx,
  holder: KeyHolder,
  key: ApiKeyWithCreator,
  access: readonly string[] | null,
): Promise<void> {
  const principal = { kind: 'api-key', id: key.id } as const
  const environmentIds = await environmentsOf(tx, key.project_id, access, environmentsOfKey(key))
  const had = await grantedEnvironments(tx.db, principal)
  const row = await changePrincipal(tx, principal, { all_environments: access === null ? 1 : 0 })
  if (!row) throw new Error('An API key has no key pair on record')
  const removed = had.filter((id) => !environmentIds.includes(id))
  for (const environmentId of removed)
    tx.revoked({
      kind: 'api_key_environment',
      projectId: key.project_id,
      environmentId,
      subject: key.id,
    })
  await revokeEnvironments(tx, { principals: [principal], environmentIds: removed, holder })
  const added = environmentIds.filter((id) => !had.includes(id))
  await grantEnvironments(tx, holder, [row], added)
}
