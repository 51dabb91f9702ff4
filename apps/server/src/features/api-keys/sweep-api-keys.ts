import type { Context, DbContext } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { unlessTampered } from '../../db/unless-tampered.ts'
import { boundNames } from '../../mail/wording.ts'
import { type Tx, transact } from '../audit-log/tx.ts'
import { revokeGrantsOfKey } from '../grants/revoke-all-grants.ts'
import { revokePrincipal } from '../grants/revoke-environments.ts'
import { deleteKeyCounters, eraseUsage } from '../usage/erase-usage.ts'
import { keysWithUsage } from '../usage/usage-statistics-store.ts'
import {
  deleteApiKeyRow,
  existingKeys,
  listDeactivatedWithGrants,
  listExpiringApiKeys,
  listIdleApiKeys,
  markExpiryNotified,
} from './api-key-store.ts'
import { notifyKeyOwner } from './notify-key-owner.ts'

const noticeMs = 7 * 86_400_000

/**
 * Mails owners about API keys that expire within a week, once for each key. One mail names all keys of an owner: more
 * would be dropped beyond the limit. A key created for less than a week is skipped, because its expiry is expected.
 * @returns how many there were
 */
export async function sweepExpiringApiKeys(ctx: DbContext<'clock' | 'mail' | 'secrets'>): Promise<number> {
  const now = ctx.clock()
  const expiring = await listExpiringApiKeys(ctx.db, now, noticeMs)
  for (const keys of Map.groupBy(expiring, ({ owner_id }) => owner_id).values())
    await inTransaction(ctx, async (tx) => {
      const marked: typeof keys = []
      for (const key of keys) if (await markExpiryNotified(tx.db, key, now)) marked.push(key)
      const [first, ...others] = marked
      if (!first) return
      const { names, more } = boundNames(others.map(({ key_name }) => key_name))
      await notifyKeyOwner(tx, first, 'apiKeyExpiring', {
        project: first.project_name,
        key: first.key_name,
        others: names,
        more,
        expires: first.expires_at,
      })
    })
  return expiring.length
}

/**
 * Revokes what keys could open that operators deactivated before deactivating did that. One that fails does not stop
 * the others. @returns how many there were
 */
export async function sweepDeactivatedKeys(ctx: Context): Promise<number> {
  const keys = await listDeactivatedWithGrants(ctx.db)
  for (const key of keys) await unlessTampered(ctx, 'sweep', () => revokeDeactivated(ctx, key))
  return keys.length
}

type DeactivatedKey = Awaited<ReturnType<typeof listDeactivatedWithGrants>>[number]

const revokeDeactivated = (ctx: Context, { id, project_id, owner_id }: DeactivatedKey) =>
  transact(ctx, { userId: null, origin: null }, async (tx) => {
    await tx.lock([owner_id])
    const opened = await revokeGrantsOfKey(tx, id)
    const revoked = { projectId: project_id, subject: id }
    tx.revoked(
      ...opened.map((one) => ({ kind: 'api_key_environment', ...revoked, environmentId: one.id }) as const),
    )
  })

/**
 * Erases the usage of deleted keys: of those deleted with their project, and of calls that were recorded while their
 * key was being deleted.
 */
export async function sweepUsageOfDeletedKeys(ctx: DbContext<'engine'>): Promise<number> {
  let erased = 0
  for await (const recorded of keysWithUsage(ctx.db)) {
    const existing = await existingKeys(
      ctx.db,
      recorded.map(({ apiKeyId }) => apiKeyId),
    )
    for (const key of recorded) if (!existing.has(key.apiKeyId)) erased += await eraseUsage(ctx, key)
  }
  return erased
}

/** Deletes the API keys of an owner that can open nothing any more. A sweep erases their usage. */
export async function revokeIdleApiKeys(tx: Tx, ownerId: number): Promise<void> {
  for (const { id, key_name, project_id } of await listIdleApiKeys(tx.db, ownerId)) {
    await deleteApiKeyRow(tx.db, id)
    await deleteKeyCounters(tx, id)
    await revokePrincipal(tx, { kind: 'api-key', id }, null)
    tx.revoked({ kind: 'api_key', projectId: project_id, subject: id })
    const description = `Deleted the API key "${key_name}", which could no longer open anything`
    tx.record({ type: 'api_key_deleted', description, projectId: project_id })
  }
}
