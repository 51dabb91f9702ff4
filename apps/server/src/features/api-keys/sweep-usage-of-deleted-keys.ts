import type { Context } from '../../context.ts'
import { eraseUsage } from '../usage/erase-usage.ts'
import { keysWithUsage } from '../usage/usage-statistics-store.ts'
import { existingKeys } from './api-key-store.ts'

const atOnce = 500

/**
 * Erases the usage of deleted keys: of those deleted with their project, and of calls that were recorded while their
 * key was being deleted.
 */
export async function sweepUsageOfDeletedKeys(ctx: Pick<Context, 'db' | 'engine'>): Promise<number> {
  const recorded = await keysWithUsage(ctx.db)
  let erased = 0
  for (let at = 0; at < recorded.length; at += atOnce) {
    const some = recorded.slice(at, at + atOnce)
    const existing = await existingKeys(
      ctx.db,
      some.map(({ apiKeyId }) => apiKeyId),
    )
    for (const key of some) if (!existing.has(key.apiKeyId)) erased += await eraseUsage(ctx, key)
  }
  return erased
}
