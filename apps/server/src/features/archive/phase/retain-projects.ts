import type { retainProjects as endpoint } from '@envhold/contract/compliance.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { actedBy } from '../../audit-log/acted-by.ts'
import { transact } from '../../audit-log/tx.ts'
import { requireRateLimit } from '../../users/require-rate-limit.ts'
import { archiveRule } from '../archive-rule.ts'
import { readCompliance } from './read-compliance.ts'
import { saveChoice } from './save-choice.ts'

/**
 * Chooses the projects that stay when the grace period ends.
 * @throws AppError CONFLICT outside a grace period, VALIDATION_FAILED
 */
export async function retainProjects(
  ctx: Context,
  { caller, body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  await requireRateLimit(ctx, archiveRule, String(caller.userId))
  return await transact(ctx, actedBy(caller, origin), async (tx) => {
    await tx.lock([caller.userId])
    await saveChoice(tx, caller.userId, [...new Set(body.projects)])
    return await readCompliance(tx, caller.userId)
  })
}
