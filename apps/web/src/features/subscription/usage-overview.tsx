import { unlimited } from '@envhold/contract/billing/plans.ts'
import { formatBytes } from '@envhold/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../connection/query-view.tsx'
import { useApi } from '../../connection/use-api.ts'
import { cn } from '../../ui/class-names.ts'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { formatCount, formatUtcDay } from '../../ui/text/format.ts'
import { usageQuery } from './billing-queries.ts'
import { Part } from './part.tsx'

/** What is counted, its limit, and what that means. */
const bars = [
  { label: 'Projects', count: 'projects_count', limit: 'max_projects', noteOf: roomFor('project') },
  {
    label: 'Collaborators',
    count: 'collaborators_count',
    limit: 'max_collaborators',
    noteOf: roomFor('collaborator'),
  },
  {
    label: 'Storage',
    count: 'stored_bytes',
    limit: 'max_stored_bytes',
    noteOf: storageNote,
    format: formatBytes,
  },
  {
    label: 'API calls this month',
    count: 'api_calls_count',
    limit: 'max_api_calls_per_month',
    noteOf: callsNote,
  },
] as const

const columns = 'grid gap-x-8 gap-y-4 pt-4 sm:grid-cols-2 xl:grid-cols-4'

export const UsageOverview = () => (
  <Part title="Usage Overview">
    <QueryView
      query={useQuery(usageQuery(useApi()))}
      className="mt-4 py-6"
      safe="Your usage has not changed."
      loading={
        <div className={columns}>
          {bars.map(({ label }) => (
            <Skeleton key={label} className="h-16" />
          ))}
        </div>
      }
    >
      {({ current, limits }) => (
        <div className={columns}>
          {bars.map(({ count, limit, noteOf, ...bar }) => {
            const [used, max] = [current[count], limits[limit]]
            return (
              <UsageBar key={bar.label} {...bar} current={used} max={max} note={noteOf(used ?? 0, max)} />
            )
          })}
        </div>
      )}
    </QueryView>
  </Part>
)

const fills = { good: 'bg-good', warn: 'bg-warn', bad: 'bg-bad' } as const

interface Props {
  label: string
  /** Null if it is not counted, because nothing limits it. */
  current: number | null
  max: number
  /** What it means, in words: the color alone must not say it. */
  note: string
  /** Default: a plain count. */
  format?: (amount: number) => string
}

/** How much of one limit is used. */
export function UsageBar({ label, current, max, note, format = formatCount }: Props) {
  const percent = current === null ? null : usedPercent(current, max)
  const used = current === null ? 'Unlimited' : usedText(format(current), max, format)
  return (
    <div className="min-w-0">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="font-medium">{label}</h3>
        <span className="whitespace-nowrap text-ink-2 tabular-nums">{used}</span>
      </div>
      {percent !== null && (
        <meter
          className="sr-only"
          min={0}
          max={100}
          value={percent}
          aria-label={label}
          aria-valuetext={used}
          data-tone={usageTone(percent)}
        />
      )}
      <div aria-hidden="true" className="mt-2 mb-2 h-1.5 overflow-hidden rounded-full bg-line">
        {percent !== null && (
          <div className={cn('h-full', fills[usageTone(percent)])} style={{ width: `${percent}%` }} />
        )}
      </div>
      <p className="text-small text-ink-2">{note}</p>
    </div>
  )
}

const usedText = (used: string, max: number, format: (amount: number) => string) =>
  max === unlimited ? `${used} · unlimited` : `${used} of ${format(max)}`

/** How much of a limit is used, in percent, 100 at most; null where there is no limit. */
export function usedPercent(current: number, max: number): number | null {
  if (max === unlimited) return null
  return max === 0 ? 100 : Math.min(100, (100 * current) / max)
}

/** The color of a usage bar: green under 70 %, yellow under 90 %, then red. */
export const usageTone = (percent: number) => (percent < 70 ? 'good' : percent < 90 ? 'warn' : 'bad')

/** The API calls of a month are counted in UTC: when the next one starts. */
export const nextMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1))

function roomFor(one: string) {
  return (current: number, max: number) => roomNote(current, max, one, `${one}s`)
}

/** How many more of something the plan has room for. */
export function roomNote(current: number, max: number, noun: string, many: string): string {
  if (max === unlimited) return 'No limit for your account'
  const left = max - current
  if (left < 0) return `Over the limit by ${formatCount(-left)}`
  if (left === 0) return `At the limit: no more ${many} can be added`
  return `${formatCount(left)} more ${left === 1 ? noun : many} can be added`
}

/** How much more can be stored, from 80 % on with what frees room. */
export function storageNote(current: number, max: number): string {
  if (max === unlimited) return 'No limit for your account'
  const left = max - current
  if (left <= 0) return 'Full: delete environments or projects, or upgrade, to store more'
  const free = `${formatBytes(left)} free`
  return current < 0.8 * max ? free : `${free}: almost full. Deleted projects count until they are erased`
}

/** When the API calls of the month start again. */
export function callsNote(current: number, max: number, now = new Date()): string {
  if (max === unlimited) return 'No monthly limit for your account'
  const next = formatUtcDay(nextMonth(now))
  return current < max ? `Starts again on ${next} (UTC)` : `Used up: starts again on ${next} (UTC)`
}
