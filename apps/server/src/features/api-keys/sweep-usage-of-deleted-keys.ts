import type { Context } from '../../context.ts'
import { eraseUsage } from '../usage/erase-usage.ts'
import { keysWithUsage } from '../usage/usage-statistics-store.ts'
import { existingKeys } from './api-key-store.ts'

const atOnce = 500

/**
 * Erases the usage of deleted keys: of those deleted with their project, and calls that were being recorded while
 * their key was deleted.
 */
export async function sweepUsageOfDeletedKeys(ctx: Pick<Context, 'db' | 'engine'>): Promise<number> {
  const onRecord = await keysWithUsage(ctx.db)
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
