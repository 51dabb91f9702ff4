import type { Severity } from '@envhold/contract/activity/event-types.ts'
import { Badge } from '../../ui/text/badge.tsx'

const severities = {
  low: { tone: 'neutral', label: 'Low' },
  medium: { tone: 'warn', label: 'Medium' },
  high: { tone: 'bad', label: 'High' },
} as const

export function SeverityBadge({ severity }: { severity: Severity }) {
  const { tone, label } = severities[severity]
  return <Badge tone={tone}>{label}</Badge>
}
