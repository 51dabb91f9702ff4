import { createBlockedMessage } from '@envhold/contract/read-only.ts'
import { useCompliance } from '../compliance/compliance-queries.ts'
import { hasTooManyProjects, isInGrace } from '../compliance/in-grace.ts'
import { useSubscriptionStatus } from '../subscription/subscription-status.ts'

/** What the owner may do on the dashboard beside opening projects, and what decides about it. */
export function useProjectActions() {
  const subscription = useSubscriptionStatus()
  const compliance = useCompliance()
  const isFull = subscription.data?.limitStatus.projects.atLimit === true
  const limitReached = isFull ? 'Upgrade to create more projects' : undefined
  return {
    subscription,
    compliance,
    /** Why no project can be created; undefined if one can. */
    createBlocked: hasTooManyProjects(compliance.data) ? createBlockedMessage : limitReached,
    mayArchive: isInGrace(compliance.data) && !compliance.data.compliant,
  }
}
