import { eventLabel } from '@envhold/contract/activity/event-types.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import {
  readArchiveStats,
  readComplianceStats,
  readDunningStats,
} from '@envhold/contract/operator/user-billing.ts'
import { useRead } from '../../../connection/use-read.ts'
import { Badge } from '../../../ui/text/badge.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { dunningLabels } from '../billing/billing-status.tsx'
import { OperatorPage, UserLink } from '../parts/operator-page.tsx'
import { Panel, PanelEmpty, PanelRows, StatRow } from '../parts/panel.tsx'
import { allOf, QueryState } from '../parts/query-state.tsx'

interface Stats {
  readonly compliance: OutputOf<typeof readComplianceStats>
  readonly archive: OutputOf<typeof readArchiveStats>
  readonly dunning: OutputOf<typeof readDunningStats>
}

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

const usual = { retry: 1, refetchOnWindowFocus: false } as const

export function CompliancePage() {
  const compliance = useRead(readComplianceStats, {}, usual)
  const archive = useRead(readArchiveStats, {}, usual)
  const dunning = useRead(readDunningStats, {}, usual)
  const queries = { compliance, archive, dunning }
  return (
    <OperatorPage title="Compliance Dashboard" queries={Object.values(queries)} refreshText="Refresh Data">
      <QueryState
        query={allOf(queries)}
        call="readComplianceStats"
        failure="Failed to load the compliance data"
      >
        {(stats) => <Figures {...stats} />}
      </QueryState>
    </OperatorPage>
  )
}

function Figures({ compliance, archive, dunning }: Stats) {
  const { gracePeriodExpired } = compliance
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <StatRow
        className="lg:grid-cols-5"
        figures={[
          { label: 'Active Grace Periods', value: formatCount(compliance.usersInGracePeriod) },
          { label: 'Expiring Soon (next 7 days)', value: formatCount(compliance.gracePeriodExpiringSoon) },
          { label: 'Archived Projects', value: formatCount(archive.totalActive) },
          {
            label: 'Grace Expired',
            value: formatCount(gracePeriodExpired),
            note: gracePeriodExpired > 0 && <Badge tone="warn">Action needed</Badge>,
          },
          { label: 'Active Dunning', value: formatCount(dunning.totalActiveRecords) },
        ]}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
        <ArchiveStatistics archive={archive} />
        <PaymentRecovery dunning={dunning} />
        <PayingTwice users={compliance.payingTwice} />
      </div>
      <p className="text-small text-ink-3">
        Compliance data last updated:{' '}
        <time dateTime={compliance.lastUpdated}>{moment.format(new Date(compliance.lastUpdated))}</time>
      </p>
    </div>
  )
}

function ArchiveStatistics({ archive }: Pick<Stats, 'archive'>) {
  return (
    <Panel title="Archive Statistics">
      <PanelRows
        facts={[
          { label: 'Total active archives', value: formatCount(archive.totalActive) },
          { label: 'Expiring soon (7 days)', value: formatCount(archive.expiringSoon) },
        ]}
      />
      <Breakdown
        title="By archive reason"
        empty="Nothing is archived."
        counts={archive.byReason.map(({ archived_reason, count }) => [eventLabel(archived_reason), count])}
      />
    </Panel>
  )
}

/** They paid in two checkouts, and each subscription renews. */
const PayingTwice = ({ users }: { users: Stats['compliance']['payingTwice'] }) =>
  users.length > 0 && (
    <Panel title="Paying for Several Subscriptions">
      <PanelRows
        facts={users.map(({ id, username, subscriptions }) => ({
          id: String(id),
          label: username,
          value: <UserLink id={id}>{formatCount(subscriptions, 'subscription')}</UserLink>,
        }))}
      />
    </Panel>
  )

function PaymentRecovery({ dunning }: Pick<Stats, 'dunning'>) {
  const { averageRetryCount, successRate } = dunning
  return (
    <Panel title="Payment Recovery">
      <PanelRows
        facts={[
          { label: 'Active records', value: formatCount(dunning.totalActiveRecords) },
          { label: 'Average retry count', value: averageRetryCount.toFixed(1) },
          {
            label: 'Success rate',
            value: successRate === null ? 'N/A' : `${(successRate * 100).toFixed(1)}%`,
          },
        ]}
      />
      <Breakdown
        title="By status"
        empty="No payment has failed."
        counts={dunning.byStatus.map(({ status, count }) => [dunningLabels[status], count])}
      />
    </Panel>
  )
}

interface BreakdownProps {
  readonly title: string
  readonly empty: string
  readonly counts: readonly (readonly [name: string, count: number])[]
}

function Breakdown({ title, empty, counts }: BreakdownProps) {
  return (
    <>
      <h3 className="border-t px-4 pt-3 pb-1.5 text-small text-ink-3">{title}</h3>
      {counts.length === 0 && <PanelEmpty>{empty}</PanelEmpty>}
      <PanelRows facts={counts.map(([name, count]) => ({ label: name, value: formatCount(count) }))} />
    </>
  )
}
