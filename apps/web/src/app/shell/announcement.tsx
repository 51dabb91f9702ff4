import { readAnnouncement } from '@envhold/contract/pages/announcement.ts'
import { useQuery } from '@tanstack/react-query'
import type { Api } from '../../connection/api/api.ts'
import { readQuery } from '../../connection/api/read-query.ts'
import { useApi } from '../../connection/use-api.ts'
import { deferred } from '../../ui/deferred.tsx'

const announcementQuery = (api: Api) => ({
  ...readQuery(api, readAnnouncement, {}, ({ announcement }) => announcement),
  staleTime: 60_000,
  refetchInterval: 60_000,
  // A page without its announcement is still a page.
  retry: false,
})

const ShownAnnouncement = deferred(async () => (await import('./shown-announcement.tsx')).ShownAnnouncement)

/** What the operators announce on every page, until it ends or is dismissed. */
export function Announcement({ className }: { className?: string }) {
  const { data } = useQuery(announcementQuery(useApi()))
  // There before its text, so that screen readers say the text when it comes.
  return <div role="status">{data && <ShownAnnouncement announcement={data} className={className} />}</div>
}
