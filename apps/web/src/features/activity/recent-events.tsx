import { listActivityLogs } from '@envhold/contract/activity/activity.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readQuery } from '../../connection/api/read-query.ts'
import { QueryView } from '../../connection/query-view.tsx'
import { useApi } from '../../connection/use-api.ts'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { SettingSection } from '../../ui/layout/setting-row.tsx'
import { Time } from '../../ui/text/time.tsx'
import { eventIcon } from './event-icons.ts'

const maxVisible = 5

/** The last security events of the account. */
export function RecentEvents() {
  const api = useApi()
  const newest = { timeRange: '90d', filter: 'security', limit: maxVisible } as const
  const query = useQuery(readQuery(api, listActivityLogs, { query: newest }, ({ logs }) => logs))
  return (
    <SettingSection id="recent-events" title="Recent security events">
      <QueryView query={query} loading={<Skeleton className="my-3 h-40" />}>
        {(events) => (
          <ul className="divide-y border-b">
            {events.map((event) => {
              const Icon = eventIcon(event.event_type, event.category)
              return (
                <li key={event.id} className="flex items-start gap-3 py-2.5">
                  <Icon className="mt-0.5 size-4 shrink-0 text-ink-3" aria-hidden="true" />
                  <div className="min-w-0">
                    <p className="break-words">{event.description}</p>
                    <p className="text-small text-ink-2">
                      <Time at={event.created_at} />
                      {event.ip_address && <> · {event.ip_address}</>}
                    </p>
                  </div>
                </li>
              )
            })}
            {events.length === 0 && <li className="py-3 text-ink-2">Nothing in the last 90 days.</li>}
          </ul>
        )}
      </QueryView>
      <p className="pt-3">
        <Link
          to="/activity"
          search={{ filter: 'security' }}
          className="font-medium text-accent underline-offset-4 hover:underline"
        >
          All security events
        </Link>
      </p>
    </SettingSection>
  )
}
