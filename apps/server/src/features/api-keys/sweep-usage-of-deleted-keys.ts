import type { Context } from '../../context.ts'
import { eraseUsage } from '../usage/erase-usage.ts'
import { keysOnRecord } from '../usage/usage-statistics-store.ts'
import { existingKeys } from './api-key-store.ts'

const atOnce = 500

/**
 * Erases the usage of keys that are gone: of those that went with their project, and what a call was still writing
 * while its key was deleted.
 */
export async function sweepUsageOfDeletedKeys(ctx: Pick<Context, 'db' | 'engine'>): Promise<number> {
  const onRecord = await keysOnRecord(ctx.db)
  let erased = 0
  for (let at = 0; at < onRecord.length; at += atOnce) {
    const some = onRecord.slice(at, at + atOnce)
    const existing = await existingKeys(
      ctx.db,
      some.map(({ apiKeyId }) => apiKeyId),
    )
    for (const key of some) if (!existing.has(key.apiKeyId)) erased += await eraseUsage(ctx, key)
  }
  return erased
}
