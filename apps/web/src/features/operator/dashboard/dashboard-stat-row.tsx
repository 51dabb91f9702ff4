import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { readAdminStats, readRoleStats } from '@envhold/contract/operator/statistics.ts'
import { Badge } from '../../../ui/text/badge.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { HealthLine } from '../instance-health/warnings.tsx'
import { PageLink } from '../parts/operator-page.tsx'
import { Panel, PanelEmpty, PanelItem, PanelRows, StatRow } from '../parts/panel.tsx'
import { operatorPaths } from '../paths.ts'
import { SubscriptionCleanup } from './subscription-cleanup.tsx'
import { SystemActions } from './system-actions.tsx'

interface DashboardStats {
  readonly stats: OutputOf<typeof readAdminStats>
  readonly roles: OutputOf<typeof readRoleStats>
}

/** Everything that the dashboard shows once its figures are there. */
export function DashboardStatRow(figures: DashboardStats) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <HealthLine />
      <StatStrip {...figures} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-3">
        <UserStatus counts={figures.stats.statusBreakdown} />
        <RoleDistribution roles={figures.roles.roleDistribution} />
        <SubscriptionPlans stats={figures.stats} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <SystemActions gracePeriod={figures.stats.gracePeriod} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <SubscriptionCleanup />
          <RecentSuspensions suspensions={figures.stats.recentSuspensions} />
        </div>
      </div>
    </div>
  )
}

function RoleDistribution({ roles }: { roles: DashboardStats['roles']['roleDistribution'] }) {
  return (
    <Panel
      title="Role Distribution"
      action={
        <PageLink to={operatorPaths.roles()} call="listRoles">
          Manage Roles
        </PageLink>
      }
    >
      <PanelRows
        facts={roles.map(({ name, displayName, isSystemRole, userCount }) => ({
          id: name,
          label: displayName,
          badge: isSystemRole && <Badge>System</Badge>,
          value: formatCount(userCount),
        }))}
      />
    </Panel>
  )
}

const names = { ACTIVE: 'Active', PENDING: 'Pending', INACTIVE: 'Inactive', SUSPENDED: 'Suspended' } as const

function UserStatus({ counts }: { counts: DashboardStats['stats']['statusBreakdown'] }) {
  return (
    <Panel
      title="User Status"
      action={
        <PageLink to={operatorPaths.users()} call="listUsers">
          Manage Users
        </PageLink>
      }
    >
      <PanelRows
        facts={Object.entries(names).map(([status, label]) => ({
          label,
          value: formatCount(counts[status as keyof typeof names]),
        }))}
      />
    </Panel>
  )
}

interface Props {
  readonly suspensions: DashboardStats['stats']['recentSuspensions']
}

function RecentSuspensions({ suspensions }: Props) {
  return (
    <Panel title="Recent Suspensions">
      {suspensions.length === 0 && <PanelEmpty>No recent suspensions</PanelEmpty>}
      {suspensions.map(({ id, username, suspendedReason, suspendedBy, suspendedAt }) => (
        <PanelItem
          key={id}
          title={username}
          end={
            <span className="text-small text-ink-3">
              <Time at={suspendedAt} date />
            </span>
          }
        >
          {suspendedReason}, by {suspendedBy ?? 'a command on the server'}
        </PanelItem>
      ))}
    </Panel>
  )
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})

/** Six figures in one strip. */
function StatStrip({ stats, roles }: DashboardStats) {
  const { activeSubscriptionUsers, monthlyRevenue } = stats.subscriptionStats
  return (
    <StatRow
      className="lg:grid-cols-6"
      figures={[
        { label: 'Total Users', value: formatCount(stats.totalUsers) },
        { label: 'Total Roles', value: formatCount(roles.totalRoles) },
        { label: 'Grace Period', value: formatCount(stats.gracePeriod.active) },
        { label: 'Suspended', value: formatCount(stats.statusBreakdown.SUSPENDED) },
        { label: 'Active Users', value: formatCount(activeSubscriptionUsers) },
        { label: 'Monthly Revenue', value: dollars.format(monthlyRevenue) },
      ]}
    />
  )
}

const displayed = (count: number) => (count === 0 ? '–' : formatCount(count))

function SubscriptionPlans({ stats }: { stats: DashboardStats['stats'] }) {
  const { activeSubscriptionsByPlan, canceledSubscriptionsByPlan, planDisplayNames } = stats.subscriptionStats
  const plans = Object.entries(activeSubscriptionsByPlan).sort(([, left], [, right]) => right - left)
  const hasCanceled = Object.values(canceledSubscriptionsByPlan).some((count) => count > 0)
  return (
    <Panel
      title="Subscription Plans"
      action={
        <PageLink to={operatorPaths.plans()} call="listAllPlans">
          View Plans
        </PageLink>
      }
    >
      {plans.length > 0 && (
        <table className="w-full border-t text-small tabular-nums">
          <thead className="text-ink-3">
            <tr className="h-9">
              <th scope="col" className="px-4 text-left font-normal">
                Plan
              </th>
              <th scope="col" className="w-20 text-right font-normal">
                Active
              </th>
              <th scope="col" className="w-24 px-4 text-right font-normal">
                Canceled
              </th>
            </tr>
          </thead>
          <tbody>
            {plans.map(([name, active]) => (
              <tr key={name} className="h-9 border-t">
                <th scope="row" className="px-4 text-left font-normal break-words">
                  {planDisplayNames[name] ?? name}
                </th>
                <td className="text-right">{displayed(active)}</td>
                <td className="px-4 text-right">{displayed(canceledSubscriptionsByPlan[name] ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {plans.length === 0 && <PanelEmpty>No active subscriptions</PanelEmpty>}
      {!hasCanceled && <PanelEmpty>No canceled subscriptions</PanelEmpty>}
    </Panel>
  )
}
