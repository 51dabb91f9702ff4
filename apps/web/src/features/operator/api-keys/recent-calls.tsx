import type { RecentCall } from '@envhold/contract/operator/api-keys.ts'
import { Time } from '../../../ui/time.tsx'
import { shown, shownMs } from './key-figures.ts'
import { StatusCodeBadge } from './key-status-badge.tsx'

const shownCalls = 10

/** The newest calls of a key, two lines each: a drawer is too narrow for six columns. */
export function RecentCalls({ calls }: { calls: readonly RecentCall[] }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-semibold">Recent Activity</h3>
      {calls.length === 0 && <p className="text-small text-ink-3">No recent usage data available</p>}
      {calls.length > 0 && (
        <ol className="rounded-lg border text-small">
          {calls.slice(0, shownCalls).map((call) => (
            <li key={call.id} className="grid gap-1 border-b px-3 py-2 last:border-b-0">
              <span className="flex items-start gap-2">
                <StatusCodeBadge code={call.status_code} />
                <code className="min-w-0 flex-1 font-mono break-all">{call.endpoint}</code>
                <span className="shrink-0 text-ink-3">
                  <Time at={call.created_at} short />
                </span>
              </span>
              <span className="flex flex-wrap gap-x-4 text-ink-2 tabular-nums">
                <span>
                  {shown(call.variables_count)} {call.variables_count === 1 ? 'variable' : 'variables'}
                </span>
                <span>{shownMs(call.request_duration_ms)}</span>
                <span>{call.ip_address ?? 'No IP address'}</span>
                {call.calls > 1 && <span>{shown(call.calls)} calls</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
