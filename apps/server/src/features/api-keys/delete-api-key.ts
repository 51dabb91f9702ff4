import type { deleteApiKey as endpoint } from '@envhold/contract/api-keys.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { transact } from '../audit-log/tx.ts'
import { revokePrincipal } from '../grants/revoke-principal.ts'
import type { Keyring } from '../keyring/keyring.ts'
import { unlockIfGiven } from '../keyring/unlock.ts'
import { requireProject } from '../projects/project-access.ts'
import { deleteKeyCounters } from '../usage/delete-key-counters.ts'
import { eraseUsage } from '../usage/erase-usage.ts'
import { deleteApiKeyRow } from './api-key-store.ts'
import { notifyKeyOwners } from './notify-key-owners.ts'
import { requireApiKey } from './require-api-key.ts'

/** Stops the key at once and erases its usage. Its environments are re-keyed, or marked for re-keying. */
export async function deleteApiKey(ctx: Context, ring: Keyring, call: Call<typeof endpoint>): Promise<void> {
  const { caller, params, origin } = call
  const holder = await unlockIfGiven(ctx, ring, call)
  const by = actedBy(caller, origin)
  await transact(ctx, by, async (tx) => {
    const { project } = await requireProject(tx, caller, params.id, 'secure')
    await tx.lock([project.owner_id])
    const key = await requireApiKey(tx, caller, params)
    await deleteApiKeyRow(tx.db, key.id)
    await deleteKeyCounters(tx, key.id)
    await revokePrincipal(tx, { kind: 'api-key', id: key.id }, holder)
    const people = { owner_id: project.owner_id, creator_id: key.creator_id }
    await notifyKeyOwners(tx, people, 'apiKeyDeleted', {
      project: project.name,
      key: key.key_name,
      person: caller.username,
    })
    tx.revoked({ kind: 'api_key', projectId: key.project_id, subject: key.id })
    tx.record({
      type: 'api_key_deleted',
      severity: 'medium',
      description: `Deleted the API key "${key.key_name}"`,
      projectId: key.project_id,
    })
  })
  // Runs after the commit that deletes the key. If a crash interrupts it, the sweep of deleted keys completes it.
  await eraseUsage(ctx, { projectId: params.id, apiKeyId: params.keyId })
}
