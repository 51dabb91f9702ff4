import type { LimitStatus } from '@envhold/contract/billing/subscription-status.ts'
import { deferred } from '../../ui/deferred.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { formatCount } from '../../ui/text/format.ts'
import type { LimitUse, NearLimitProps } from './near-limit.tsx'

/** Few plans have a limit that is near before it is reached. */
export const NearLimit = deferred<NearLimitProps>(
  async () => (await import('./near-limit.tsx')).NearLimit,
  () => <Skeleton className="h-24" />,
)

export const projectUse = ({ current, max, remaining }: LimitStatus): LimitUse => ({
  used: `${current} of ${formatCount(max, 'project')}`,
  left: `${formatCount(remaining, 'more project')} can be created.`,
})

export const collaboratorUse = ({ current, max, remaining }: LimitStatus): LimitUse => ({
  used: `${current} of ${formatCount(max, 'collaborator')}`,
  left: `${formatCount(remaining, 'more person', 'more people')} can be invited.`,
})
