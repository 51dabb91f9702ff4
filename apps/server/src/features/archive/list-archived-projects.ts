import type { ArchivedProject, listArchivedProjects as endpoint } from '@envhold/contract/archive.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { SessionCaller } from '../../http/caller.ts'
import { wireTime } from '../../http/wire-time.ts'
import { limitStatus, planOf } from '../plans/limits.ts'
import type { ArchivedProject as Archived } from './archived-project-store.ts'
import { evaluate } from './phase/evaluate.ts'
import { needsUpgrade } from './phase/excess.ts'
import { loadAccount } from './phase/load-account.ts'
import { daysLeft } from './phase/reminders.ts'

/** The caller's archived projects, the next to be deleted first. */
export async function listArchivedProjects(
  ctx: Pick<Context, 'db' | 'secrets' | 'clock'>,
  { userId }: SessionCaller,
): Promise<OutputOf<typeof endpoint>> {
  const account = await loadAccount(ctx, userId)
  if (!account) throw new AppError('UNAUTHENTICATED')
  const { facts } = account
  const now = ctx.clock()
  const view = (archived: Archived): ArchivedProject => ({
    id: archived.project_id,
    name: archived.name,
    description: archived.description,
    reason: archived.reason,
    archivedAt: wireTime(archived.archived_at),
    expiresAt: wireTime(archived.expires_at),
    daysUntilExpiry: daysLeft(archived.expires_at, now),
    restoreToken: archived.restore_token,
    upgradeRequired: needsUpgrade(facts, archived),
  })
  const archivedProjects = account.archived.map(view)
  const hiddenCount = archivedProjects.filter(({ upgradeRequired }) => upgradeRequired).length
  const limits = await planOf(ctx, userId)
  const places = limitStatus(limits, 'projects', facts.projects.length)
  // The last sweep may be an hour ago.
  const { grace } = evaluate(facts, now, { destructive: false }).next
  return {
    archivedProjects,
    hiddenCount,
    upgradeRequired: hiddenCount > 0,
    availableSlots: places.unlimited ? null : places.remaining,
    currentPlan: limits.display_name,
    gracePeriodStatus: {
      inGracePeriod: grace !== null,
      daysRemaining: grace ? daysLeft(grace.end, now) : 0,
      gracePeriodEnd: grace ? wireTime(grace.end) : null,
    },
    showGracePeriodWarning: grace !== null,
  }
}
