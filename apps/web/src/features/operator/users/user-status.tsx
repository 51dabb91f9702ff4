import { Badge, type BadgeTone } from '../../../ui/text/badge.tsx'
import type { ListedUser } from './user-queries.ts'

const tones: Readonly<Record<ListedUser['status'], BadgeTone>> = {
  ACTIVE: 'neutral',
  // It asks for something to be done.
  PENDING: 'warn',
  SUSPENDED: 'neutral',
  INACTIVE: 'neutral',
}
export const statusNames: Readonly<Record<ListedUser['status'], string>> = {
  ACTIVE: 'Active',
  SUSPENDED: 'Suspended',
  INACTIVE: 'Inactive',
  PENDING: 'Pending',
}

export function UserStatus({ user: { status, suspendedReason } }: { user: ListedUser }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      {status === 'ACTIVE' ? statusNames.ACTIVE : <Badge tone={tones[status]}>{statusNames[status]}</Badge>}
      {status === 'SUSPENDED' && suspendedReason && (
        <span className="min-w-0 truncate text-small text-ink-2" title={suspendedReason}>
          {suspendedReason}
        </span>
      )}
    </span>
  )
}
