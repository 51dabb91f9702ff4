import type { Compliance } from '@envhold/contract/compliance.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { errorText } from '../../connection/api/error-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { complianceFailure } from '../compliance/compliance-query.ts'
import { subscriptionErrors } from '../subscription/subscription-errors.ts'

type Query<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching' | 'refetch'>

interface Props {
  subscription: Query<unknown>
  compliance: Query<Compliance | null>
}

/** Says that the usage of the plan, or the grace period, could not be read. */
export const LimitsUnknown = ({ subscription, compliance }: Props) => (
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
