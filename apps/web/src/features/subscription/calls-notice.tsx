import { callGraceDays } from '@envhold/contract/billing/plans.ts'
import type { MonthCalls } from '@envhold/contract/billing/subscription-status.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../connection/use-api.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { formatCount, formatDay, formatUtcDay } from '../../ui/text/format.ts'
import { subscriptionQuery, UpgradeLink } from './subscription-status.tsx'

/** Says that the calls of the month are running out; nothing before that. */
export function CallsNotice() {
  const { data } = useQuery(subscriptionQuery(useApi()))
  return data?.calls.stage ? <CallsBanner calls={data.calls} /> : null
}

/** The month's calls are running out, or used up: what that means, and until when. */
export function CallsBanner({ calls, now = Date.now() }: { calls: MonthCalls; now?: number }) {
  const { current, max, stage, resets_at } = calls
  const isOver = stage === 100 && isGraceOver(calls, now)
  const title =
    stage === 100
      ? `All ${formatCount(max)} API calls of this month are used`
      : `${formatCount(current)} of this month’s ${formatCount(max)} API calls are used`
  return (
    <Banner tone={isOver ? 'bad' : stage === 75 ? 'info' : 'warn'} title={title} action={<UpgradeLink />}>
      {`${beyondText(calls, now)} The keys of all your projects count together. The limit resets on ${formatUtcDay(new Date(resets_at))} (UTC).`}
    </Banner>
  )
}

const isGraceOver = ({ grace_ends_at }: MonthCalls, now: number) =>
  grace_ends_at !== null && Date.parse(grace_ends_at) <= now

const unchanged =
  'API keys get only what has not changed since their last read (304), and other reads fail (429)'

/** What follows beyond the limit. */
function beyondText(calls: MonthCalls, now: number): string {
  const { stage, resets_at, grace_ends_at: end } = calls
  const beyond = stage === 100 ? '' : 'Beyond them, '
  if (end === null)
    return `${beyond || 'Nothing stops: '}reads continue for ${callGraceDays} days, once a quarter. After that, ${unchanged}.`
  if (isGraceOver(calls, now))
    return stage === 100
      ? `${unchanged}.`
      : `${beyond}${unchanged}: the ${callGraceDays} days of this quarter are over.`
  if (end >= resets_at) return `${beyond || 'Nothing stops: '}reads continue for the rest of the month.`
  return `${beyond || 'Nothing stops: '}reads continue until ${formatDay(end)}. After that, ${unchanged}.`
}
