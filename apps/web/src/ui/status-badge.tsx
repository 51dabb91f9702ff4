import { Badge } from './badge.tsx'
import { statusTone } from './status-tone.ts'

/** An HTTP status in its colour. */
export const StatusBadge = ({ status }: { status: number }) => (
  <Badge tone={statusTone(status)} className="tabular-nums">
    {status}
  </Badge>
)
