import { Badge } from './badge.tsx'

/** An HTTP status in its colour. */
export const StatusBadge = ({ status }: { status: number }) => (
  <Badge tone={statusTone(status)} className="tabular-nums">
    {status}
  </Badge>
)

/** The colour of an HTTP status: success, redirect or error. */
export const statusTone = (status: number): 'good' | 'warn' | 'bad' =>
  status < 300 ? 'good' : status < 400 ? 'warn' : 'bad'
