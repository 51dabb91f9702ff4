import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { type ListedApiKey, type RecentCall, readApiKeyDetail } from '@envhold/contract/operator/api-keys.ts'
import { useRead } from '../../../connection/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/text/badge.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { useMayCall } from '../operator.ts'
import { CopyableId, DetailRows, DetailsDrawer } from '../parts/details-drawer.tsx'
import { UserLink } from '../parts/operator-page.tsx'
import { QueryState } from '../parts/query-state.tsx'
import {
  averageMs,
  limitText,
  live,
  shownMs,
  shownPercent,
  succeededOf,
  totalOf,
} from './every-api-key-queries.ts'

type Detail = OutputOf<typeof readApiKeyDetail>

interface Props {
  /** As the list shows it. */
  readonly apiKey: ListedApiKey
  readonly open: boolean
  readonly onClose: () => void
  readonly onDeactivate: (apiKey: ListedApiKey) => void
}

/** A key with its newest calls. Opening it is recorded in the activity of its project. */
export function KeyDrawer({ apiKey: listed, open, onClose, onDeactivate }: Props) {
  const options = { ...live(10_000), enabled: open }
  const query = useRead(readApiKeyDetail, { params: { id: listed.id } }, options)
  const mayDeactivate = useMayCall('deactivateApiKey')
  const apiKey = query.data?.api_key ?? listed
  return (
    <DetailsDrawer
      open={open}
      onClose={onClose}
      title={apiKey.key_name}
      description="The owner sees in the activity of the project that an operator looked at this key."
      facts={factsOf(apiKey)}
      danger={
        mayDeactivate &&
        apiKey.is_active && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 flex-1 basis-56 text-small text-ink-2">
              Calls with this key are rejected from then on. It cannot be activated again.
            </p>
            <Button variant="danger" size="sm" onClick={() => onDeactivate(apiKey)}>
              Deactivate
            </Button>
          </div>
        )
      }
    >
      <QueryState
        query={query}
        call="readApiKeyDetail"
        failure="Failed to load API key details"
        message="Failed to fetch API key details"
      >
        {({ usage_stats_30d, recent_usage }) => (
          <>
            <Month statuses={usage_stats_30d} />
            <RecentCalls calls={recent_usage} />
          </>
        )}
      </QueryState>
    </DetailsDrawer>
  )
}

const Person = ({ of: { id, username, email } }: { of: ListedApiKey['creator'] }) =>
  username === '' ? (
    'A deleted account'
  ) : (
    <>
      <UserLink id={id}>{username}</UserLink> ({email})
    </>
  )

function factsOf(apiKey: ListedApiKey) {
  const { deactivated_at, deactivated_reason, expires_at, permissions, allowed_ips } = apiKey
  return {
    Key: <CopyableId id={apiKey.id} label="key id" />,
    Status: <KeyStatusBadge apiKey={apiKey} />,
    ...(deactivated_at && { Deactivated: <Time at={deactivated_at} />, Reason: deactivated_reason }),
    'Rate limit': limitText(apiKey.rate_limit_per_hour),
    Created: <Time at={apiKey.created_at} date />,
    Expires: expires_at ? <Time at={expires_at} date /> : undefined,
    Project: apiKey.projects.name,
    'Project owner': <Person of={apiKey.projects.users} />,
    'Key creator': <Person of={apiKey.creator} />,
    Permissions: (
      <span className="flex flex-wrap gap-1">
        {permissions.map((name) => (
          <Badge key={name}>{name}</Badge>
        ))}
      </span>
    ),
    'IP restrictions':
      allowed_ips.length === 0 ? (
        'No IP restrictions (allows all IPs)'
      ) : (
        <span className="grid font-mono">
          {allowed_ips.map((ip) => (
            <span key={ip}>{ip}</span>
          ))}
        </span>
      ),
  }
}

function Month({ statuses }: { statuses: Detail['usage_stats_30d'] }) {
  const total = totalOf(statuses)
  return (
    <section className="grid gap-3">
      <h3 className="font-semibold">Last 30 days</h3>
      <DetailRows
        facts={{
          'Total requests': formatCount(total),
          'Success rate': shownPercent(succeededOf(statuses), total),
          'Average response time': shownMs(averageMs(statuses)),
          'Status codes': formatCount(statuses.length),
        }}
      />
    </section>
  )
}

const shownCalls = 10

/** The newest calls of a key, two lines each: a drawer is too narrow for six columns. */
function RecentCalls({ calls }: { calls: readonly RecentCall[] }) {
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
                <span>{formatCount(call.variables_count, 'variable')}</span>
                <span>{shownMs(call.request_duration_ms)}</span>
                <span>{call.ip_address ?? 'No IP address'}</span>
                {call.calls > 1 && <span>{formatCount(call.calls)} calls</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

type State = Pick<ListedApiKey, 'is_active' | 'expires_at' | 'deactivated_at'>

/** An active key whose expiry has passed is expired. What an operator deactivated is told from what its owner did. */
export function KeyStatusBadge({ apiKey: { is_active, expires_at, deactivated_at } }: { apiKey: State }) {
  if (deactivated_at !== null) return <Badge tone="bad">Deactivated</Badge>
  if (!is_active) return <Badge>Inactive</Badge>
  if (expires_at !== null && Date.parse(expires_at) <= Date.now()) return <Badge tone="warn">Expired</Badge>
  return <Badge tone="good">Active</Badge>
}

/** Green below 300, yellow from 300, red from 400. */
function StatusCodeBadge({ code }: { code: number }) {
  return <Badge tone={code >= 400 ? 'bad' : code >= 300 ? 'warn' : 'good'}>{code}</Badge>
}
