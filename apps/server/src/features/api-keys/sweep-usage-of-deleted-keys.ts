import type { DbContext } from '../../context.ts'
import { eraseUsage } from '../usage/erase-usage.ts'
import { keysWithUsage } from '../usage/usage-statistics-store.ts'
import { existingKeys } from './api-key-store.ts'

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
