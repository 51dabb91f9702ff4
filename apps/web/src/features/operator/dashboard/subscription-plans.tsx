import { formatCount } from '../../../ui/format.ts'
import { PageLink } from '../parts/page-link.tsx'
import { Panel, PanelEmpty } from '../parts/panel.tsx'
import { operatorPaths } from '../paths.ts'
import type { DashboardStats } from './statistics-queries.ts'

const shown = (count: number) => (count === 0 ? '–' : formatCount(count))

export function SubscriptionPlans({ stats }: { stats: DashboardStats['stats'] }) {
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
                <td className="text-right">{shown(active)}</td>
                <td className="px-4 text-right">{shown(canceledSubscriptionsByPlan[name] ?? 0)}</td>
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
