import { formatBytes } from '@envhold/contract/limits.ts'
import { MoreHorizontal } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { DropdownMenu, DropdownMenuItem } from '../../../ui/dialogs/dropdown-menu.tsx'
import type { AskedHit } from '../../../ui/lists/open-only.ts'
import { Badge, type BadgeTone } from '../../../ui/text/badge.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { useOperator } from '../operator.ts'
import { type Column, DataTable, TwoLines } from '../parts/data-table.tsx'
import { type ActionKind, actionsOn, type ListedUser } from './user-queries.ts'

interface Props {
  readonly users: readonly ListedUser[]
  readonly hit: AskedHit
  readonly isStale: boolean
  readonly onOpen: (user: ListedUser) => void
  readonly onAction: (kind: ActionKind, user: ListedUser) => void
}

export function UserTable({ onAction, users, ...rest }: Props) {
  const columns: readonly Column<ListedUser>[] = [
    {
      head: 'User',
      cell: ({ username, email }) => (
        <TwoLines first={<span className="font-medium break-all">{username}</span>} second={email} />
      ),
    },
    { head: 'Status', cell: (user) => <UserStatus user={user} />, className: 'max-w-60 lg:max-w-72' },
    { head: 'Role', cell: ({ roles: [role] }) => role?.display_name ?? 'User' },
    { head: 'Plan', cell: ({ plan }) => plan.display_name, className: 'sm:max-lg:hidden' },
    {
      head: 'Projects',
      cell: ({ _count }) => `${_count.projects} owned, ${_count.collaborations} shared`,
      className: 'tabular-nums sm:max-lg:hidden',
    },
    {
      head: 'Storage',
      cell: ({ stored_bytes }) => formatBytes(stored_bytes),
      className: 'tabular-nums whitespace-nowrap sm:max-lg:hidden',
    },
    {
      head: 'Created',
      cell: ({ created_at }) => <Time at={created_at} date />,
      className: 'sm:max-lg:hidden',
    },
    {
      head: 'Actions',
      hidesHead: true,
      align: 'right',
      cell: (user) => <UserMenu user={user} onAction={onAction} />,
    },
  ]
  return <DataTable label="Users" columns={columns} rows={users} rowKey={({ id }) => id} {...rest} />
}

interface UserMenuProps {
  readonly user: ListedUser
  readonly onAction: (kind: ActionKind, user: ListedUser) => void
}

/** What can be done to a user of the list. */
function UserMenu({ user, onAction }: UserMenuProps) {
  const acts = actionsOn(useOperator(), user)
  if (acts.length === 0) return null
  return (
    <DropdownMenu
      trigger={
        <Button variant="ghost" size="icon" aria-label={`Actions for ${user.username}`} className="-my-1">
          <MoreHorizontal />
        </Button>
      }
    >
      {acts.map(({ kind, label, danger }) => (
        <DropdownMenuItem key={kind} danger={danger ?? false} onSelect={() => onAction(kind, user)}>
          {label}
        </DropdownMenuItem>
      ))}
    </DropdownMenu>
  )
}

const tones: Readonly<Record<ListedUser['status'], BadgeTone>> = {
  ACTIVE: 'good',
  // It asks for something to be done.
  PENDING: 'warn',
  SUSPENDED: 'bad',
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
      <Badge tone={tones[status]}>{statusNames[status]}</Badge>
      {status === 'SUSPENDED' && suspendedReason && (
        <span className="line-clamp-2 min-w-0 text-small break-words text-ink-2" title={suspendedReason}>
          {suspendedReason}
        </span>
      )}
    </span>
  )
}
