import type { DbContext } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { listExpiringApiKeys, markExpiryNotified } from './expiring-api-key-store.ts'
import { notifyKeyOwners } from './notify-key-owners.ts'

const noticeMs = 7 * 86_400_000

/**
 * Mails owners about API keys that expire within a week, once each. A key created for less than a week is skipped,
 * because its expiry is expected.
 * @returns how many there were
 */
export async function sweepExpiringApiKeys(ctx: DbContext<'clock' | 'mail' | 'secrets'>): Promise<number> {
  const now = ctx.clock()
  const expiring = await listExpiringApiKeys(ctx.db, now, noticeMs)
  for (const key of expiring)
    await inTransaction(ctx, async (tx) => {
      if (!(await markExpiryNotified(tx.db, key.id, now))) return
      await notifyKeyOwners(tx, key, 'apiKeyExpiring', {
        project: key.project_name,
        key: key.key_name,
        expires: key.expires_at,
      })
    })
  return expiring.length
}
