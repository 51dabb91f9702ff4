import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { cleanupStatsQuery, jobsQuery } from '../jobs/job-queries.ts'
import { Panel, PanelRows, PanelRowsSkeleton } from '../parts/panel.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { useMayCall } from '../use-operator.ts'
import { ConfirmCleanup } from './confirm-cleanup.tsx'
import { FailedCleanup, LastCleanup } from './last-cleanup.tsx'

const labels = ['Expired Grace Periods', 'Expiring Soon (7 days)', 'Archived Projects'] as const

/** Downgrades whose grace period is over, and what the last cleanup did. */
export function SubscriptionCleanup() {
  const api = useApi()
  const stats = useQuery(cleanupStatsQuery(api))
  const last = useQuery(jobsQuery(api, { kind: 'expired-subscriptions', limit: 1 }))
  const [failure, setFailure] = useState<unknown>()
  const [isAsking, setIsAsking] = useState(false)
  const mayStart = useMayCall('cleanUpExpiredSubscriptions')
  const newest = last.data?.jobs[0]
  const isRunning = newest?.state === 'running'
  const expired = stats.data?.expiredSubscriptionGracePeriods ?? 0
  const refresh = () => Promise.all([stats.refetch(), last.refetch()])
  return (
    <Panel
      title="Subscription Cleanup"
      action={
        <Button variant="ghost" size="sm" busy={stats.isRefetching} onClick={refresh}>
          Refresh Stats
        </Button>
      }
    >
      <QueryState
        query={stats}
        call="readSubscriptionCleanupStats"
        failure="Failed to load the subscription cleanup"
        skeleton={<PanelRowsSkeleton labels={labels} />}
      >
        {({ expiringSoon, archivedProjectsAffected }) => (
          <PanelRows
            facts={[
              {
                label: labels[0],
                value: <span className={expired > 0 ? 'text-warn' : ''}>{formatCount(expired)}</span>,
              },
              { label: labels[1], value: formatCount(expiringSoon) },
              { label: labels[2], value: formatCount(archivedProjectsAffected) },
            ]}
          />
        )}
      </QueryState>
      {mayStart && (
        <div className="border-t px-4 py-3">
          {isAsking ? (
            <ConfirmCleanup
              onClose={() => setIsAsking(false)}
              onFailed={setFailure}
              onStarted={() => setFailure(undefined)}
            />
          ) : (
            <Button
              variant="secondary"
              size="sm"
              busy={isRunning}
              disabled={expired === 0}
              onClick={() => setIsAsking(true)}
            >
              Process Expired Subscriptions
            </Button>
          )}
        </div>
      )}
      {failure !== undefined && <FailedCleanup error={failure} />}
      {failure === undefined && newest && <LastCleanup id={newest.id} />}
    </Panel>
  )
}
