import { operatorActions } from '@envhold/contract/operator/operator-actions.ts'
import type { UserDetail } from '@envhold/contract/operator/users.ts'
import type { TimelineEntry } from '../parts/details-drawer.tsx'

/** The acts say these already, with their reasons. */
const eventsOfActions = new Set([
  'account_suspended',
  'account_unsuspended',
  'account_approved',
  'account_grace_extended',
  'role_assigned',
])

const words = (type: string) => {
  const text = type.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What happened to an account, and what operators did to it, the newest first. */
export function timelineOf({ acts, events }: Pick<UserDetail, 'acts' | 'events'>): TimelineEntry[] {
  const done = acts.map(({ id, act, operator, reason, created_at }) => ({
    id: `act ${id}`,
    at: created_at,
    title: operatorActions[act],
    detail: `By ${operator ?? 'an operator, from the command line'}${reason && `: ${reason}`}`,
  }))
  const rest = events
    .filter(({ type }) => !eventsOfActions.has(type))
    .map(({ type, created_at }, index) => ({
      id: `event ${created_at} ${index}`,
      at: created_at,
      title: words(type),
    }))
  return [...done, ...rest].sort((a, b) => b.at.localeCompare(a.at))
}
