import { providerNames } from '@envhold/contract/billing/payments.ts'
import { priceText, yearlySaving } from '@envhold/contract/billing/plan-offers.ts'
import { freePlan, unlimited } from '@envhold/contract/billing/plans.ts'
import { formatBytes } from '@envhold/contract/limits.ts'
import type { AdminPlan, PlannedLimits } from '@envhold/contract/operator/plans.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Badge } from '../../../ui/text/badge.tsx'
import { formatCount, formatDay } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { useMayCall } from '../operator.ts'
import { Panel, PanelRows } from '../parts/panel.tsx'

interface Props {
  readonly plan: AdminPlan
  readonly onEdit: () => void
  readonly onDelete: () => void
  readonly onCallOff: () => void
}

const limitText = (limit: number | undefined) =>
  limit === undefined || limit === unlimited ? 'Unlimited' : formatCount(limit)

export function PlanCard({ plan, onEdit, onDelete, onCallOff }: Props) {
  const [mayEdit, mayDelete] = [useMayCall('updatePlan'), useMayCall('deletePlan')]
  const saving = yearlySaving(plan)
  const { monthly_calls } = plan.api_features
  return (
    <Panel
      title={
        <span className="flex flex-wrap items-center gap-2">
          {plan.display_name}
          <span className="font-mono text-small font-normal text-ink-3">{plan.name}</span>
          {!plan.is_active && <Badge>Inactive</Badge>}
        </span>
      }
      action={
        <span className="flex gap-1">
          {mayEdit && (
            <Button variant="ghost" size="sm" aria-label={`Edit ${plan.display_name}`} onClick={onEdit}>
              Edit
            </Button>
          )}
          {mayDelete && plan.name !== freePlan && (
            <Button variant="ghost" size="sm" aria-label={`Delete ${plan.display_name}`} onClick={onDelete}>
              Delete
            </Button>
          )}
        </span>
      }
    >
      <div className="grid gap-1 border-t px-4 py-3">
        <p className="text-title font-semibold tabular-nums">
          {plan.price_monthly === 0 ? 'Free' : `${priceText(plan.price_monthly)}/month`}
        </p>
        {plan.price_monthly > 0 && plan.price_yearly !== null && (
          <p className="text-small text-ink-2 tabular-nums">
            {priceText(plan.price_yearly)}/year
            {saving > 0 && `, saves ${priceText(saving)}`}
          </p>
        )}
        {plan.description && <p className="text-small break-words text-ink-2">{plan.description}</p>}
      </div>
      {plan.planned && <Planned planned={plan.planned} onCallOff={onCallOff} />}
      <PanelRows
        facts={[
          { label: 'Accounts', value: formatCount(plan.users_count) },
          { label: 'Projects', value: limitText(plan.max_projects) },
          { label: 'Collaborators', value: limitText(plan.max_collaborators) },
          {
            label: 'Storage',
            value: plan.max_stored_bytes === unlimited ? 'Unlimited' : formatBytes(plan.max_stored_bytes),
          },
          { label: 'API calls per hour', value: limitText(plan.api_rate_limit_per_hour) },
          { label: 'API calls per day', value: limitText(plan.api_rate_limit_per_day) },
          {
            label: 'API calls per month',
            value: limitText(typeof monthly_calls === 'number' ? monthly_calls : undefined),
          },
          ...Object.entries(plan.api_features)
            .filter(([, value]) => typeof value === 'boolean')
            .map(([name, value]) => ({ label: name, value: value ? 'Yes' : 'No' })),
          ...plan.prices.map(({ provider, billing_interval, price_ref }) => ({
            id: `${provider} ${billing_interval}`,
            label: `${providerNames[provider]}, ${billing_interval}`,
            value: <span className="font-mono break-all">{price_ref}</span>,
          })),
        ]}
      />
    </Panel>
  )
}

interface PlannedProps {
  readonly planned: PlannedLimits
  readonly onCallOff: () => void
}

const plannedState = ({ state, mails_at }: PlannedLimits) =>
  ({
    waiting: <>Nobody was e-mailed yet. That happens {<Time at={mails_at} />}.</>,
    announced: <>The accounts that use more were e-mailed.</>,
    'called-off': <>Called off: those who were e-mailed are e-mailed again.</>,
  })[state]

/** Lower limits that wait for their day. */
function Planned({ planned, onCallOff }: PlannedProps) {
  const mayCallOff = useMayCall('callOffPlannedLimits')
  const limits = [
    ...(planned.max_projects === unlimited ? [] : [formatCount(planned.max_projects, 'project')]),
    ...(planned.max_collaborators === unlimited
      ? []
      : [formatCount(planned.max_collaborators, 'collaborator')]),
  ].join(', ')
  const isOff = planned.state === 'called-off'
  return (
    <div className="border-t px-4 py-3">
      <Banner
        tone="warn"
        title={isOff ? `Not lowered: ${limits}` : `${limits} from ${formatDay(planned.applies_at)}`}
        action={
          mayCallOff &&
          !isOff && (
            <Button variant="secondary" size="sm" onClick={onCallOff}>
              Call Off
            </Button>
          )
        }
      >
        {plannedState(planned)} Reason: {planned.reason}
      </Banner>
    </div>
  )
}
