import type { Compliance } from '@envhold/contract/archive/compliance.ts'
import type { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { formatBytes } from '@envhold/contract/limits.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { isInGrace } from '../compliance/use-grace-period.ts'
import { CallsNotice } from '../subscription/calls-notice.tsx'
import { collaboratorUse, NearLimit, projectUse } from '../subscription/limit-use.tsx'
import { UpgradeLink } from '../subscription/subscription-status.tsx'

type Status = OutputOf<typeof readSubscriptionStatus>

/** Whether programs or people are stopped by a limit, or soon are: that is said first. */
export const stopsSomething = ({ calls, limitStatus }: Status) =>
  calls.stage >= 90 || limitStatus.storage.atLimit

interface Props {
  status: Status
  compliance: Compliance | null | undefined
}

/**
 * What is used up comes before what is nearly so; the number of projects or people says nothing new, and stops nothing
 * that runs. In a grace period the other limits say nothing: nothing can be added.
 */
export function UsageNotice({ status, compliance }: Props) {
  const { storage } = status.limitStatus
  const { stage } = status.calls
  if (isInGrace(compliance) || stage === 100 || (stage === 90 && !storage.atLimit)) return <CallsNotice />
  if (storage.atLimit)
    return (
      <Banner
        tone="warn"
        title={`You have used all ${formatBytes(storage.max)} of storage on your plan`}
        action={<UpgradeLink />}
      >
        Delete environments or projects, or upgrade, to store more. Reading and API keys are not affected.
      </Banner>
    )
  if (stage !== 0) return <CallsNotice />
  return <CountNotice status={status} />
}

/** The limits of what is counted, and of storage that is nearly used up. */
function CountNotice({ status: { limitStatus, upgradeSuggestions } }: Pick<Props, 'status'>) {
  const { projects, collaborators, storage } = limitStatus
  // A plan may allow no collaborators at all.
  const hasPeople = collaborators.current > 0
  const full = [
    projects.atLimit && {
      ...projectUse(projects),
      next: 'create more projects',
      safe: 'Your existing projects are not affected.',
    },
    hasPeople &&
      collaborators.atLimit && {
        ...collaboratorUse(collaborators),
        next: 'invite more people',
        safe: 'Current collaborators keep their access.',
      },
  ].filter((use) => use !== false)
  if (full.length > 0)
    return (
      <Banner
        tone="warn"
        title={`You have used ${full.map(({ used }) => used).join(' and ')} on your plan`}
        action={<UpgradeLink />}
      >
        Upgrade to {full.map(({ next }) => next).join(' and ')}. {full.map(({ safe }) => safe).join(' ')}
      </Banner>
    )
  const near = [
    storage.nearLimit && {
      used: `${formatBytes(storage.current)} of ${formatBytes(storage.max)} of storage`,
      left: `${formatBytes(storage.remaining)} are free. Deleted projects count until they are erased.`,
    },
    projects.nearLimit && projectUse(projects),
    hasPeople && collaborators.nearLimit && collaboratorUse(collaborators),
  ].filter((use) => use !== false)
  return near.length > 0 ? <NearLimit limits={near} suggestion={upgradeSuggestions[0]} /> : null
}
