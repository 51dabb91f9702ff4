import type { Severity } from '@envhold/contract/activity/event-types.ts'
import { Badge, StatusBadge } from '../../ui/text/badge.tsx'
import { formatCount } from '../../ui/text/format.ts'

const severities = {
  low: { tone: 'neutral', label: 'Low' },
  medium: { tone: 'warn', label: 'Medium' },
  high: { tone: 'bad', label: 'High' },
} as const

export function SeverityBadge({ severity }: { severity: Severity }) {
  const { tone, label } = severities[severity]
  return <Badge tone={tone}>{label}</Badge>
}

interface Props {
  status: number
  /** How many calls the entry counts; only calls beyond a limit share one. */
  calls: number
}

/** The status of an API call, and the number of calls if the entry counts several. */
export const UsageStatus = ({ status, calls }: Props) => (
  <>
    <StatusBadge status={status} />
    {calls > 1 && (
      <p className="text-small whitespace-nowrap text-ink-2 tabular-nums">{formatCount(calls)} calls</p>
    )}
  </>
)
