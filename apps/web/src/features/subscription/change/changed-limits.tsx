import type { ChangedLimit } from '@envhold/contract/billing/plan-change.ts'
import { unlimited } from '@envhold/contract/billing/plans.ts'
import { formatBytes } from '@envhold/contract/limits.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import type { ChangePreview } from './use-change.ts'

type Limits = ChangePreview['limits']

const labels: Record<ChangedLimit, string> = {
  projects: 'Projects',
  collaborators: 'Collaborators',
  stored_bytes: 'Storage',
  api_calls_per_month: 'API calls a month',
  api_calls_per_hour: 'API calls an hour and key',
}

const amountOf = (limit: ChangedLimit, amount: number): string => {
  if (amount === unlimited) return 'unlimited'
  return limit === 'stored_bytes' ? formatBytes(amount) : formatCount(amount)
}

/** The limits that another plan has, and what does not fit into them. */
export function ChangedLimits({ preview }: { preview: ChangePreview }) {
  const changed = preview.limits.filter(({ before, after }) => before !== after)
  const exceeded = changed.filter(({ after, used }) => used !== null && after !== unlimited && used > after)
  if (changed.length === 0) return <p className="text-ink-2">Your limits stay the same.</p>
  return (
    <section aria-label="Limits" className="grid gap-3 rounded-lg border bg-sunken px-4 py-3">
      <table className="w-full tabular-nums">
        <thead className="sr-only">
          <tr>
            <th>Limit</th>
            <th>Now</th>
            <th>Then</th>
          </tr>
        </thead>
        <tbody>
          {changed.map(({ limit, before, after }) => (
            <tr key={limit}>
              <th scope="row" className="py-1 pr-3 text-left font-normal text-ink-2">
                {labels[limit]}
              </th>
              <td className="py-1 pr-3 text-right whitespace-nowrap text-ink-3">
                {amountOf(limit, before)} <span aria-hidden="true">→</span>
              </td>
              <td className="py-1 text-right font-medium whitespace-nowrap">{amountOf(limit, after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {exceeded.length > 0 && (
        <Banner tone="warn" title={`You use more than ${preview.plan_display_name} allows`}>
          {exceededText(exceeded)} Everything you have stays and keeps working. You cannot add more until you
          are within the limits.
        </Banner>
      )}
    </section>
  )
}

const exceededText = (exceeded: Limits): string =>
  exceeded
    .map(
      ({ limit, used, after }) =>
        `${labels[limit]}: ${amountOf(limit, used ?? 0)} of ${amountOf(limit, after)}.`,
    )
    .join(' ')
