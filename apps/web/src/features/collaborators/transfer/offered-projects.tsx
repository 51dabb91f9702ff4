import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { deferred } from '../../../ui/deferred.tsx'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { offeredProjectsQuery } from '../invitations/invitations-query.ts'

/** Few people are offered a project. */
const OfferedBanners = deferred(
  async () => (await import('./offered-banners.tsx')).OfferedBanners,
  () => <Skeleton className="h-18" />,
)

/** Shows on the dashboard which projects the account can become the owner of. */
export function OfferedProjects() {
  const { data } = useQuery(offeredProjectsQuery(useApi()))
  return data?.length ? <OfferedBanners offered={data} /> : null
}
