import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { previewCancellation as endpoint } from '@envhold/contract/subscription.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { graceMs } from '../../archive/phase/facts.ts'
import { requireCurrentSubscription } from '../subscriptions/own-subscription.ts'
import { isLive } from '../subscriptions/subscription-store.ts'
import { excessOf } from './excess.ts'

const shown = 1_000

/** @throws AppError NOT_FOUND if there is nothing to cancel */
export async function previewCancellation(
  ctx: Pick<Context, 'db' | 'secrets' | 'clock'>,
  userId: number,
): Promise<OutputOf<typeof endpoint>> {
  const subscription = await requireCurrentSubscription(ctx, userId)
  if (!isLive(subscription)) throw new AppError('NOT_FOUND')
  const { max_projects, max_collaborators, projects, people } = await excessOf(ctx, userId)
  const endsAt = subscription.cancel_at ?? subscription.period_end ?? ctx.clock()
  return {
    ends_at: wireTime(endsAt),
    grace_ends_at: wireTime(endsAt + graceMs),
    deleted_at: wireTime(endsAt + 2 * graceMs),
    max_projects,
    max_collaborators,
    excess_projects: projects.slice(0, shown).map(({ id, name }) => ({ id, name })),
    excess_collaborators: people.slice(0, shown).map((email) => ({ email })),
  }
}
