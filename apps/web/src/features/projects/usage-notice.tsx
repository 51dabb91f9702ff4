import type { Compliance } from '@envhold/contract/archive/compliance.ts'
import type { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { formatBytes } from '@envhold/contract/limits.ts'
import { deferred } from '../../ui/deferred.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { isInGrace } from '../compliance/use-grace-period.ts'
import { CallsNotice } from '../subscription/calls-notice.tsx'
import { UpgradeLink } from '../subscription/subscription-status.tsx'

/** Few plans have a limit that is near before it is reached. */
const NearLimit = deferred(
  async () => (await import('./late-notices.tsx')).NearLimit,
  () => <Skeleton className="h-24" />,
)

type Status = OutputOf<typeof readSubscriptionStatus>

/** Whether programs or people are stopped by a limit, or soon are: that is said first. */
export const stopsSomething = ({ calls, limitStatus }: Status) =>
  calls.stage >= 90 || limitStatus.storage.atLimit

interface Props {
  status: Status
  compliance: Compliance | null | undefined
}

/**
 * What is used up comes before what is nearly so; the number of projects says nothing new, and stops nothing that runs.
 * In a grace period the other limits say nothing: nothing can be added.
 */
export function UsageNotice({ status, compliance }: Props) {
  const { projects, storage } = status.limitStatus
  const suggestion = status.upgradeSuggestions[0]
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
  if (projects.atLimit)
    return (
      <Banner
        tone="warn"
        title={`You have used ${projects.current} of ${formatCount(projects.max, 'project')} on your plan`}
        action={<UpgradeLink />}
      >
        Upgrade to create more projects. Your existing projects are not affected.
      </Banner>
    )
  if (storage.nearLimit)
    return (
      <NearLimit
        title={`You have used ${formatBytes(storage.current)} of ${formatBytes(storage.max)} of storage on your plan`}
        left={`${formatBytes(storage.remaining)} are free. Deleted projects count until they are erased.`}
        suggestion={suggestion}
      />
    )
  return projects.nearLimit ? (
    <NearLimit
      title={`You have used ${projects.current} of ${formatCount(projects.max, 'project')} on your plan`}
      left={`${projects.remaining} more can be created.`}
      suggestion={suggestion}
    />
  ) : null
}
