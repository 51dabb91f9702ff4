import type { Compliance } from '@envhold/contract/archive/compliance.ts'
import type { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../connection/api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { complianceFailure } from '../compliance/compliance-queries.ts'
import { GraceNotice, useHasGraceNotice } from '../compliance/grace-part.tsx'
import { useHasMasterPassword } from '../keyring/master-password-status.ts'
import { PaymentPart } from '../subscription/payment-part.tsx'
import { subscriptionErrors } from '../subscription/subscription-status.tsx'
import { stopsSomething, UsageNotice } from './usage-notice.tsx'

/** Few people have no master password yet. */
const FirstTimeNotice = deferred(
  async () => (await import('./first-time-notice.tsx')).FirstTimeNotice,
  () => <Skeleton className="h-18" />,
)

interface Props {
  subscription: Query<Status>
  compliance: Query<Compliance | null>
  /** The account's own projects; undefined until they are known. */
  projects: readonly Project[] | undefined
  /** The page asks for the first master password elsewhere. */
  isFirstRun: boolean
  /** Notices of other slices, below what stops something. */
  children?: ReactNode
}

/** At most one notice of a kind: what the account has to do, the state of its plan, and the use of its limits. */
export function DashboardNotices({ subscription, compliance, projects, isFirstRun, children }: Props) {
  const needsVault = useHasMasterPassword() === false
  const usage = projects && subscription.data && (
    <UsageNotice status={subscription.data} compliance={compliance.data} />
  )
  const isStopping = subscription.data !== undefined && stopsSomething(subscription.data)
  return (
    <>
      {projects && <PlanNotice payment={subscription.data?.payment} projects={projects} />}
      {isStopping && usage}
      {children}
      {projects && (
        <>
          {needsVault && !isFirstRun && <FirstTimeNotice />}
          <LimitsUnknown subscription={subscription} compliance={compliance} />
          {!isStopping && usage}
        </>
      )}
    </>
  )
}

type Status = OutputOf<typeof readSubscriptionStatus>

interface PlanNoticeProps {
  payment: Status['payment'] | undefined
  projects: readonly Project[]
}

/** A failed payment is said first: it can still be made. A plan that ends later says less than what has ended. */
function PlanNotice({ payment, projects }: PlanNoticeProps) {
  const hasGrace = useHasGraceNotice()
  if (payment?.state !== 'failed' && hasGrace) return <GraceNotice projects={projects} />
  return <PaymentPart part="Banner" />
}

type Query<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching' | 'refetch'>

interface LimitsUnknownProps {
  subscription: Query<unknown>
  compliance: Query<Compliance | null>
}

/** Says that the usage of the plan, or the grace period, could not be read. */
function LimitsUnknown({ subscription, compliance }: LimitsUnknownProps) {
  if (!subscription.data && subscription.error)
    return (
      <Failed
        title={errorText(subscription.error, subscriptionErrors.readSubscription)}
        query={subscription}
      />
    )
  if (compliance.data === undefined && compliance.error)
    return <Failed title={complianceFailure(compliance.error)} query={compliance} />
  return null
}

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
