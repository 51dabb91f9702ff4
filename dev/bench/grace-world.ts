import { archivedProjectMac } from '../../apps/server/src/features/archive/archived-project-store.ts'
import {
  type AccountPhase,
  accountPhaseMac,
  untouched,
} from '../../apps/server/src/features/plans/account-phase-store.ts'
import type { OpenedData } from '../../apps/server/src/instance/open-data.ts'

const day = 24 * 3_600_000
const graceDays = 30
const gracePeriods = 4_000
const dunned = 4_000

/** Accounts whose plan lapsed, on every day of their grace period; every tenth is suspended. */
export function* rowsOfPhases(now: number, firstUser: number, { secrets }: OpenedData) {
  for (let n = 0; n < gracePeriods; n++) {
    const began = now - (n % (graceDays - 1)) * day
    const phase: AccountPhase = {
      ...untouched(firstUser + n * 20),
      phase: 'grace',
      had_paid: 1,
      graces: 1,
      grace_began: began,
      grace_end: began + graceDays * day,
      started_sent_at: began,
      suspended_at: n % 10 === 0 ? began + day : null,
    }
    yield { ...phase, mac: accountPhaseMac.of(secrets, phase) }
  }
}

/** When a project of the world was archived: every other one was. */
export const archivedAt = (id: number, now: number): number | null =>
  id % 2 === 0 ? null : now - (id % 60) * day

/** The archive, which has every other project. */
export function* rowsOfArchive(
  now: number,
  projects: Iterable<{ readonly id: number; readonly owner_id: number }>,
  { secrets }: OpenedData,
) {
  for (const { id, owner_id } of projects) {
    const archived_at = archivedAt(id, now)
    if (archived_at === null) continue
    const row = {
      project_id: id,
      owner_id,
      reason: id % 4 === 1 ? ('grace_period_manual' as const) : ('grace_period_expired' as const),
      archived_at,
      expires_at: archived_at + 61 * day,
      reminded: '[]',
      reminder_mail: null,
      reminded_at: null,
      restore_token: id.toString(16).padStart(32, '0'),
    }
    yield { ...row, mac: archivedProjectMac.of(secrets, row) }
  }
}

/** Failed payments of the first subscriptions, most of them over. */
export function* rowsOfDunning(now: number) {
  const states = ['active', 'recovered', 'exhausted', 'canceled'] as const
  for (let n = 0; n < dunned; n++)
    yield {
      subscription_id: n + 1,
      failed_at: now - (n % 60) * day,
      state: states[n % states.length] ?? 'active',
      tries: n % 5,
      next_at: n % states.length === 0 ? now + day : null,
      updated_at: now,
    }
}
