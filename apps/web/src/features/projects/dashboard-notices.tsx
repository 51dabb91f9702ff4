import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { readSubscriptionStatus } from '@envhold/contract/subscription-status.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { errorText } from '../../connection/api/error-text.ts'
import { notifyError } from '../../connection/api/notify-error.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { useHasMasterPassword } from '../keyring/use-has-master-password.ts'
import { subscriptionErrors } from '../subscription/subscription-errors.ts'
import { UpgradeLink } from '../subscription/upgrade-link.tsx'
import { NearLimit } from './near-limit.tsx'

interface Props {
  subscription: Pick<
    UseQueryResult<OutputOf<typeof readSubscriptionStatus>>,
    'data' | 'error' | 'isFetching' | 'refetch'
  >
}

export function DashboardNotices({ subscription }: Props) {
  const { withUnlockedVault } = useConnection()
  const hasMasterPassword = useHasMasterPassword()
  const limit = subscription.data?.limitStatus.projects
  const suggestion = subscription.data?.upgradeSuggestions[0]
  return (
    <>
      {hasMasterPassword === false && (
        <Banner
          tone="info"
          title="First-time setup: set your master password"
          action={
            <Button
              variant="secondary"
              size="sm"
              onClick={() => void withUnlockedVault(async () => {}).catch(notifyError)}
            >
              Set master password
            </Button>
          }
        >
          It encrypts everything you store here. Only you know it, and you enter it before values are read or
          written.
        </Banner>
      )}
      {!subscription.data && subscription.error && (
        <Banner
          tone="warn"
          title={errorText(subscription.error, subscriptionErrors.readSubscription)}
          action={
            <Button
              variant="secondary"
              size="sm"
              busy={subscription.isFetching}
              onClick={() => void subscription.refetch()}
            >
              Try again
            </Button>
          }
        >
          Your plan’s limits cannot be shown. Your projects are not affected.
        </Banner>
      )}
      {limit?.atLimit && (
        <Banner
          tone="warn"
          title={`You have used ${limit.current} of ${limit.max} ${limit.max === 1 ? 'project' : 'projects'} on your plan`}
          action={<UpgradeLink />}
        >
          Upgrade to create more projects. Your existing projects are not affected.
        </Banner>
      )}
      {limit?.nearLimit && !limit.atLimit && <NearLimit limit={limit} suggestion={suggestion} />}
    </>
  )
}
