import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../connection/use-api.ts'
import { deferred } from '../../ui/deferred.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { subscriptionQuery } from './subscription-status.tsx'

/** Most accounts have calls left. */
const CallsBanner = deferred(
  async () => (await import('./calls-banner.tsx')).CallsBanner,
  () => <Skeleton className="h-18" />,
)

/** Says that the calls of the month are running out; nothing before that. */
export function CallsNotice() {
  const { data } = useQuery(subscriptionQuery(useApi()))
  return data?.calls.stage ? <CallsBanner calls={data.calls} /> : null
}
