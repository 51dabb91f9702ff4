import type { Compliance } from '@envhold/contract/archive/compliance.ts'
import type { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { formatBytes } from '@envhold/contract/limits.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { errorText } from '../../connection/api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { complianceFailure } from '../compliance/compliance-queries.ts'
import { isInGrace } from '../compliance/use-grace-period.ts'
import { useHasMasterPassword } from '../keyring/master-password-status.ts'
import { CallsNotice } from '../subscription/calls-notice.tsx'
import { subscriptionErrors, UpgradeLink } from '../subscription/subscription-status.tsx'

/** Few people have no master password yet. */
const FirstTimeNotice = deferred(
  async () => (await import('./late-notices.tsx')).FirstTimeNotice,
  () => <Skeleton className="h-18" />,
)

/** Few plans have a limit that is near before it is reached. */
const NearLimit = deferred(
  async () => (await import('./late-notices.tsx')).NearLimit,
  () => <Skeleton className="h-24" />,
)

interface Props {
  subscription: Pick<
    UseQueryResult<OutputOf<typeof readSubscriptionStatus>>,
    'data' | 'error' | 'isFetching' | 'refetch'
  >
  compliance: Pick<UseQueryResult<Compliance | null>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** The page asks for the first master password elsewhere. */
  isFirstRun: boolean
}

export function DashboardNotices({ subscription, compliance, isFirstRun }: Props) {
  const { projects: limit, storage } = subscription.data?.limitStatus ?? {}
  const needsVault = useHasMasterPassword() === false
  const suggestion = subscription.data?.upgradeSuggestions[0]
  return (
    <>
      {needsVault && !isFirstRun && <FirstTimeNotice />}
      <LimitsUnknown subscription={subscription} compliance={compliance} />
      <CallsNotice />
      {limit?.atLimit && !isInGrace(compliance.data) && (
        <Banner
          tone="warn"
          title={`You have used ${limit.current} of ${formatCount(limit.max, 'project')} on your plan`}
          action={<UpgradeLink />}
        >
          Upgrade to create more projects. Your existing projects are not affected.
        </Banner>
      )}
      {storage?.atLimit && (
        <Banner
          tone="warn"
          title={`You have used all ${formatBytes(storage.max)} of storage on your plan`}
          action={<UpgradeLink />}
        >
          Delete environments or projects, or upgrade, to store more. Reading and API keys are not affected.
        </Banner>
      )}
      {limit?.nearLimit && !limit.atLimit && (
        <NearLimit
          title={`You have used ${limit.current} of ${formatCount(limit.max, 'project')} on your plan`}
          left={`${limit.remaining} more can be created.`}
          suggestion={suggestion}
        />
      )}
      {storage?.nearLimit && !storage.atLimit && (
        <NearLimit
          title={`You have used ${formatBytes(storage.current)} of ${formatBytes(storage.max)} of storage on your plan`}
          left={`${formatBytes(storage.remaining)} are free. Deleted projects count until they are erased.`}
          suggestion={suggestion}
        />
      )}
    </>
  )
}

type Query<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching' | 'refetch'>

interface LimitsUnknownProps {
  subscription: Query<unknown>
  compliance: Query<Compliance | null>
}

/** Says that the usage of the plan, or the grace period, could not be read. */
const LimitsUnknown = ({ subscription, compliance }: LimitsUnknownProps) => (
  <>
    {!subscription.data && subscription.error && (
      <Failed
        title={errorText(subscription.error, subscriptionErrors.readSubscription)}
        query={subscription}
      />
    )}
    {compliance.data === undefined && compliance.error && (
      <Failed title={complianceFailure(compliance.error)} query={compliance} />
    )}
  </>
)

interface FailedProps {
  title: string
  query: Pick<UseQueryResult, 'isFetching' | 'refetch'>
}

const Failed = ({ title, query }: FailedProps) => (
  <Banner
    tone="warn"
    title={title}
    action={
      <Button variant="secondary" size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
    }
  >
    Your plan’s limits cannot be shown. Your projects are not affected.
  </Banner>
)
