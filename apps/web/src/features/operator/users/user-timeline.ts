import { eventLabel } from '@envhold/contract/activity/event-types.ts'
import { operatorActions } from '@envhold/contract/operator/operator-actions.ts'
import type { UserDetail } from '@envhold/contract/operator/users.ts'
import { byOperator, type TimelineEntry } from '../parts/details-drawer.tsx'

/** The acts say these already, with their reasons. */
const eventsOfActions = new Set([
  'account_suspended',
  'account_unsuspended',
  'account_approved',
  'account_grace_extended',
  'role_assigned',
])

/** A plan is bought, or given by an operator. */
const labels: Readonly<Record<string, string>> = {
  subscription_started: 'Plan started',
  subscription_ended: 'Plan ended',
}

/** What happened to an account, and what operators did to it, the newest first. */
export function timelineOf({ acts, events }: Pick<UserDetail, 'acts' | 'events'>): TimelineEntry[] {
  const done = acts.map(({ id, act, operator, reason, created_at }) => ({
    id: `act ${id}`,
    at: created_at,
    title: operatorActions[act],
    detail: byOperator(operator, reason),
  }))
  const rest = events
    .filter(({ type }) => !eventsOfActions.has(type))
    .map(({ type, created_at }, index) => ({
      id: `event ${created_at} ${index}`,
      at: created_at,
      title: labels[type] ?? eventLabel(type),
    }))
  return [...done, ...rest].sort((a, b) => b.at.localeCompare(a.at))
}
